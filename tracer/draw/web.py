"""What makes an SVG fit a web page: its size, its text for screen readers, and its colours.

Every mark keeps its colour as an attribute, for programs that know nothing else. A browser replaces
them by mixtures with the colour of the text around the picture, so that an inline picture is
readable on any ground, light or dark. In a file of its own, it stands on white paper.
"""

from html import escape

from tracer.draw.marks import Picture

PIXELS = 1.2  # per point
_MIXTURES = {
    "#000000": "currentColor",
    "#616161": "color-mix(in srgb, currentColor 67%, transparent)",
    "#b5b5b5": "color-mix(in srgb, currentColor 30%, transparent)",
    "#f0f0f0": "color-mix(in srgb, currentColor 8%, transparent)",
    "#dedede": "color-mix(in srgb, currentColor 15%, transparent)",
    "#cfe6f5": "color-mix(in srgb, #56b4e9 32%, transparent)",
    "#00694d": "color-mix(in srgb, #009e73 60%, currentColor)",
    "#b84a00": "color-mix(in srgb, #d55e00 75%, currentColor)",
    "#a58600": "color-mix(in srgb, #a58600 80%, currentColor)",
    "#f8e9a0": "color-mix(in srgb, #f0e442 35%, transparent)",
    "#0072b2": "color-mix(in srgb, #0072b2 80%, currentColor)",
    "#ffffff": "var(--jp-layout-color0, Canvas)",
}


def _style(made: Picture) -> str:
    rules = ["svg.pg-picture:root{background:#fff;color:#000}"]
    for colour in sorted(set(made.theme[1:]) - {""}):
        for kind in ("fill", "stroke"):
            rules.append(f'.pg-picture [{kind}="{colour}"]{{{kind}:{_MIXTURES[colour]}}}')
    return "".join(rules)


def opening(made: Picture) -> str:
    """The first tag of the SVG, its style and its title."""
    left, top, width, height = made.left, made.top, made.right - made.left, made.bottom - made.top
    alt = escape(made.alt)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="pg-picture" role="img" '
        f'aria-label="{alt}" width="{width * PIXELS:.0f}" height="{height * PIXELS:.0f}" '
        f'viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" '
        f'style="max-width: 100%; height: auto"><title>{alt}</title><style>{_style(made)}</style>'
    )
