// An answer as a line of Python, written from the rows that are sent to the kernel: [node, text, …].
// `tracer/exercises/ask/inputs.py` reads the same rows.

const NUMERAL = /^([+-]?)(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const INFINITE = /^\+?(∞|inf|oo)$|^-(∞|inf|oo)$/i;
const CODE = /^[-+.\d'"[({]/; // how a plain value begins
const LONGEST = 400; // characters of a number

/** A Python string; what cannot be seen is written as an escape. */
export function quoted(text) {
  const mark = text.includes("'") ? '"' : "'";
  const escaped = [...text].map((c) => {
    if (c === mark || c === "\\") return `\\${c}`;
    if (/[\p{L}\p{N}\p{P}\p{S} ]/u.test(c)) return c;
    const code = c.codePointAt(0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
  return `${mark}${escaped.join("")}${mark}`;
}

/** What is typed, as Python: a number if it looks like one, or else a string; null if nothing is. */
export function cellCode(text) {
  const words = text.trim().replaceAll("−", "-");
  if (!words) return null;
  if (INFINITE.test(words)) return words[0] === "-" ? "-float('inf')" : "float('inf')";
  const found = words.length <= LONGEST && NUMERAL.exec(words);
  if (!found) return quoted(words);
  const [, sign, digits, exponent = ""] = found;
  return `${sign === "-" ? "-" : ""}${digits.replace(/^0+(?=\d)/, "")}${exponent}`; // Python refuses 007
}

/** What keeps an answer from being checked: a text that is not a number, or a field that is empty; "" if nothing does. */
export function doubtOf({ form, fields, choices }, rows, calledOf) {
  if (form === "text" || !rows) return "";
  const number = (text) => INFINITE.test(text) || (text.length <= LONGEST && NUMERAL.test(text));
  for (const [n, ...texts] of rows) {
    for (const [k, typed] of texts.entries()) {
      const text = typed.trim().replaceAll("−", "-"), of = n === null ? "" : ` of ${calledOf(n)}`;
      if (!text) return `${fields[k][0].toUpperCase()}${fields[k].slice(1)}${of} is missing.`;
      if (!(k === 0 && choices.length) && !number(text)) return `${quoted(text)} is not a number; write one like 8, -2.5 or inf.`;
    }
  }
  return "";
}

/** The value of an answer, as Python; null if there is none, or only a part of one. */
export function codeOf({ form, choices, none }, rows, nameOf) {
  if (!rows || (!rows.length && !none)) return null;
  if (form === "text") {
    const text = rows[0][1].trim();
    return !text ? null : !choices.length && CODE.test(text) ? text : quoted(text);
  }
  const read = rows.map(([n, ...texts]) => [n === null ? "" : quoted(nameOf(n)), ...texts.map(cellCode)]);
  if (read.some((row) => row.includes(null))) return null;
  const list = (parts) => `[${parts.join(", ")}]`, tuple = (parts) => `(${parts.join(", ")}${parts.length === 1 ? "," : ""})`;
  switch (form) {
    case "nodes": return list(read.map(([name]) => name));
    case "node": return read[0][0];
    case "dict": return `{${read.map(([name, cell]) => `${name}: ${cell}`).join(", ")}}`;
    case "rows": return list(read.map(tuple));
    case "tuple": return tuple(read[0].slice(1));
    default: return read[0][1];
  }
}
