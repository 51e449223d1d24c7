"""Mark what nbgrader has collected, and put the marks into its gradebook.

nbgrader runs a student's notebook and whatever marks it in the same kernel, where a student could
have changed anything, and the name in the notebook could be anybody's. So its marking cells give
nothing, and the marks come from here: the folder says who the student is, and the answers are read
outside of their kernel.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path, PurePath

from tracer.exercises.course.files import File, files
from tracer.exercises.course.graded import Graded
from tracer.exercises.course.roster import Roster, Student
from tracer.support.extras import needs

SUBMITTED = "submitted"
TIMESTAMP = "timestamp.txt"
POINTS = 10  # per question, as the source notebook says
MARK = "mark-{}"  # the marking cell of a question
ANSWER = "answer-{}"  # the cell in which it is answered


def is_course(folder: Path) -> bool:
    """Whether a folder is an nbgrader course in which something was collected."""
    return (folder / "nbgrader_config.py").is_file() and (folder / SUBMITTED).is_dir()


def collected(course: Path, name: str) -> list[File]:
    """The notebooks handed in for an assignment; the first folder of each path is the student."""
    wanted = f"{name}.ipynb"
    found = {file.path.parts: file for file in files(course / SUBMITTED)}
    return [
        file._replace(
            path=PurePath(student, wanted),
            changed=_handed_in(found.get((student, name, TIMESTAMP)), file.changed),
        )
        for (student, *rest), file in found.items()
        if rest == [name, wanted]
    ]


def _handed_in(timestamp: File | None, changed: float) -> float:
    """When nbgrader says that something was handed in, or else when the file was changed."""
    if timestamp is None:
        return changed
    try:
        said = timestamp.read().decode().strip().removesuffix(" UTC")
        return datetime.fromisoformat(said).replace(tzinfo=UTC).timestamp()
    except ValueError:  # another zone or format, which only nbgrader's configuration knows
        return changed


def students(course: Path) -> Roster:
    """Everybody who has handed in anything."""
    folders = sorted(path for path in (course / SUBMITTED).iterdir() if path.is_dir())
    return Roster(Student(path.name) for path in folders)


def write_marks(course: Path, name: str, graded: Iterable[Graded]) -> None:
    """Put points and feedback into the gradebook; the assignment must have been autograded.

    Nothing is written unless everybody's marks can be.
    """
    api = needs("nbgrader.api", "course")
    with api.Gradebook(f"sqlite:///{course / 'gradebook.db'}") as book:
        try:
            for entry in graded:
                if entry.submission.file:
                    _write(book, name, entry)
        except api.MissingEntry as error:
            book.db.rollback()
            raise ValueError(
                f"The gradebook does not know all marks ({error}). First run: "
                f"nbgrader autograde {name} --create"
            ) from None
        book.db.commit()


def _write(book: object, name: str, entry: Graded) -> None:
    where = name, name, entry.submission.student
    for question, mark in entry.marks.items():
        grade = book.find_grade(MARK.format(question), *where)  # type: ignore[attr-defined]
        grade.auto_score = round(POINTS * entry.score(question), 2)
        changed = entry.overrides.get(question)
        said = [str(mark), mark.why, mark.answer, changed.reason if changed else ""]
        comment = book.find_comment(ANSWER.format(question), *where)  # type: ignore[attr-defined]
        comment.manual_comment = "\n".join(filter(None, said))
