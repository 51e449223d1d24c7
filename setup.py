"""What pyproject.toml cannot say: the wheel holds the course, and which README an index shows."""

import re
import tomllib
from pathlib import Path
from shutil import copytree, ignore_patterns

from setuptools import setup
from setuptools.command.build_py import build_py

_LINK = re.compile(r"(!?)\[([^]]*)\]\((?!https?://)([^)#]+)\)")  # to a file of the checkout


class WithCourse(build_py):
    """Copies the notebooks to tracer/notebooks; an editable install has them beside it."""

    def run(self) -> None:
        """Build the packages, then add the course."""
        super().run()
        if not self.editable_mode:
            copytree(
                "notebooks",
                Path(self.build_lib, "tracer", "notebooks"),
                ignore=ignore_patterns(".*", "__pycache__"),
                dirs_exist_ok=True,
            )


def description() -> str:
    """The README as a package index can show it.

    With `Raw = "https://…/"` under [project.urls], pictures and links lead there. Without, pictures
    are left out, and links are plain text.
    """
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    text = Path("README.md").read_text("utf-8")
    if home := project.get("urls", {}).get("Raw"):
        return _LINK.sub(lambda m: f"{m[1]}[{m[2]}]({home}{m[3]})", text)
    return _LINK.sub(lambda m: "" if m[1] else m[2], text)


setup(
    cmdclass={"build_py": WithCourse},
    long_description=description(),
    long_description_content_type="text/markdown",
)
