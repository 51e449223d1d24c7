// A page on paper: pictures take the width of the sheet, and keep their proportions.

export function readyForPaper(host) {
  const pictures = () => [...host.querySelectorAll(".pg-svg, .pg-ruler")];
  addEventListener("beforeprint", () => {
    for (const drawn of pictures()) {
      const { width, height } = drawn.getBoundingClientRect();
      if (width) drawn.setAttribute("viewBox", `0 0 ${width} ${height}`);
    }
  });
  addEventListener("afterprint", () => { for (const drawn of pictures()) drawn.removeAttribute("viewBox"); });
}
