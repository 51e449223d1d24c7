"""Small wheels that replace large ones, or ones that do not exist for the browser."""

from pathlib import Path
from zipfile import ZipFile

STANDINS = {
    # Required by the kernel; without it, IPython completes names itself, and Python starts faster.
    "jedi": {},
    "matplotlib": {
        "matplotlib/__init__.py": "",
        "matplotlib/pyplot.py": "from tracer.site.no_matplotlib import __getattr__, subplots\n",
    },
}


def write_standins(into: Path) -> None:
    """Write the wheels to a folder."""
    for name, files in STANDINS.items():
        about = f"{name}-0.dist-info"
        with ZipFile(into / f"{name}-0-py3-none-any.whl", "w") as wheel:
            for path, text in files.items():
                wheel.writestr(path, text)
            wheel.writestr(
                f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 0\n"
            )
            wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
            wheel.writestr(f"{about}/RECORD", "")
