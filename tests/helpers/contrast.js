// The texts, shapes and edges of a player that are too faint for WCAG AA on their ground.
// `known` are looks that need no second glance; those met here are added.

(player, known) => {
  known ??= new Set();
  let canvas = null;
  const over = (colour, alpha, below) => {
    canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    canvas.globalAlpha = 1;
    canvas.fillStyle = `rgb(${below.join(" ")})`;
    canvas.fillRect(0, 0, 1, 1);
    canvas.globalAlpha = alpha;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => rgb.map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const chain = (e) => (e ? [...chain(e.parentElement), e] : []);
  const ground = (e) => chain(e).reduce((rgb, x) => over(getComputedStyle(x).backgroundColor, 1, rgb), [255, 255, 255]);
  const opacity = (e) => chain(e).reduce((o, x) => o * getComputedStyle(x).opacity, 1);
  const poor = [];
  const named = (e) => e?.getAttribute("class") ?? "";
  const isNew = (e) => {
    const up = e.parentElement, name = `${e.tagName} ${named(e)} < ${named(up)} < ${named(up?.parentElement)}`;
    return !known.has(name) && e.getBoundingClientRect().width > 0 && known.add(name);
  };
  const look = (e, colour, below, least) => {
    const found = ratio(over(colour, opacity(e), below), below);
    if (found < least) poor.push(`${e.getAttribute("class")} ${e.textContent.slice(0, 20)} ${found.toFixed(2)}`);
  };
  for (const e of player.querySelectorAll("*")) {
    const own = [...e.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim());
    if (!own || !isNew(e)) continue;
    const style = getComputedStyle(e);
    if (!(e instanceof SVGElement)) look(e, style.color, ground(e), 4.5);
    else {
      const shape = e.parentElement.querySelector(".pg-shape");
      const below = e.classList.contains("pg-value") && shape && !e.classList.contains("wide")
        ? over(getComputedStyle(shape).fill, 1, ground(player)) : ground(player);
      look(e, style.fill, below, 4.5);
    }
  }
  const drawn = ".pg-node:not(.s-cut-off) > .pg-shape, .pg-edge:not(.s-cut-off)"; // what is cut off may fade
  for (const e of player.querySelectorAll(drawn)) {
    if (isNew(e)) look(e, getComputedStyle(e).stroke, ground(player), 3);
  }
  return poor;
}
