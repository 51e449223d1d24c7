"""Where the course is: part of the wheel, or next to the packages in a checkout."""

from pathlib import Path

PACKAGES = Path(__file__).parents[2]  # the folder of `tracer` and `trees`
IN_CHECKOUT = (PACKAGES / "pyproject.toml").is_file()
COURSE = PACKAGES / "notebooks" if IN_CHECKOUT else PACKAGES / "tracer" / "notebooks"
