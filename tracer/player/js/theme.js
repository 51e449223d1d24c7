// Whether the page around us is dark. Every host names its themes in its own way, and a shadow root
// hides those names, but the colour of text is inherited everywhere: light text means a dark page.

function isDark(host) {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  pen.fillStyle = getComputedStyle(host).color;
  pen.fillRect(0, 0, 1, 1);
  const [r, g, b] = pen.getImageData(0, 0, 1, 1).data;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 127;
}

/** Keep the classes `pg-dark` and `pg-light` of the host in step with its page; returns how to stop. */
export function followTheme(host) {
  let frame = null;
  const look = () => {
    frame = null;
    host.classList.remove("pg-dark", "pg-light"); // which set the colour of text
    host.classList.add(isDark(host) ? "pg-dark" : "pg-light");
  };
  const later = () => { frame ??= requestAnimationFrame(look); };
  const watcher = new MutationObserver(later), media = matchMedia("(prefers-color-scheme: dark)");
  const placed = new ResizeObserver(look); // a host may be put on the page only after it was rendered
  for (const root of [document.documentElement, document.body]) watcher.observe(root, { attributes: true });
  media.addEventListener("change", later);
  placed.observe(host);
  look();
  return () => {
    watcher.disconnect();
    placed.disconnect();
    media.removeEventListener("change", later);
    cancelAnimationFrame(frame);
  };
}
