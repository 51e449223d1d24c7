// A link to a step: what the kernel wrote about the search, the step, and a checksum of both.
// `tracer/trace/link.py` reads it.

/** CRC-32, as zlib computes it, of a text of ASCII characters. */
export function crc32(text) {
  let crc = ~0;
  for (const c of text) {
    crc ^= c.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

export function linkTo(stem, step) {
  const text = `${stem}.${step}`;
  return `${text}.${crc32(text).toString(16).padStart(8, "0")}`;
}
