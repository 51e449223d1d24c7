// What is wrong with a static picture on a page: too wide, cut off, or too faint for WCAG AA.

picture => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const over = (colour, below) => {
    canvas.fillStyle = `rgb(${below.join(" ")})`;
    canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => rgb.map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const chain = (e) => (e ? [...chain(e.parentElement), e] : []);
  const ground = chain(picture).reduce((rgb, e) => over(getComputedStyle(e).backgroundColor, rgb), [255, 255, 255]);
  const shapes = [...picture.querySelectorAll("ellipse, polygon, rect")];
  const holds = (box, x, y) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
  const below = (text) => {
    const box = text.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    const around = shapes.filter((s) => s.getAttribute("fill") !== "none" && holds(s.getBoundingClientRect(), x, y));
    return around.reduce((rgb, s) => over(getComputedStyle(s).fill, rgb), ground);
  };
  const poor = [], frame = picture.getBoundingClientRect();
  const cell = picture.closest(".jp-OutputArea-output, body").getBoundingClientRect();
  if (frame.right > cell.right + 1) poor.push(`${frame.width} px wide in a cell of ${cell.width} px`);
  const paper = ground.every((c, k) => c === over(getComputedStyle(picture.parentElement).backgroundColor, ground)[k]);
  if (!paper) poor.push("the ground is not that of the page");
  for (const text of picture.querySelectorAll("text")) {
    const found = ratio(over(getComputedStyle(text).fill, below(text)), below(text)), box = text.getBoundingClientRect();
    if (found < 4.5) poor.push(`${text.textContent} ${found.toFixed(2)}`);
    if (box.left < frame.left - 1 || box.right > frame.right + 1) poor.push(`${text.textContent} is cut off`);
  }
  for (const mark of picture.querySelectorAll("ellipse, polygon, path")) {
    const faint = mark.closest(".s-cut-off, .rule, .fold"), stroke = getComputedStyle(mark).stroke;
    if (faint || stroke === "none" || !parseFloat(getComputedStyle(mark).strokeWidth)) continue;
    if (ratio(over(stroke, ground), ground) < 3) poor.push(`${mark.parentElement.getAttribute("class")} ${stroke}`);
  }
  return poor;
}
