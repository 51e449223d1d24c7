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
FEW = 5  # students, whose names are said


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

    Whoever nbgrader could not autograde keeps nobody else from their marks.
    """
    path = course / "gradebook.db"
    if not path.exists():
        raise ValueError(f"{str(path)!r} is missing. First run: nbgrader autograde {name} --create")
    api = needs("nbgrader.api", "course")
    graded = [entry for entry in graded if entry.submission.file]
    missing = []
    with api.Gradebook(f"sqlite:///{path}") as book:
        for entry in graded:
            try:
                _write(book, name, entry)
            except api.MissingEntry:
                missing.append(entry.submission.student)
        book.db.commit()
    if missing:
        some = "some marks" if len(missing) < len(graded) else "these marks"
        who = ", ".join(missing[:FEW]) + (f" and {len(missing) - FEW} more" * (len(missing) > FEW))
        raise ValueError(
            f"The gradebook does not know {some}, because nbgrader has not autograded {who}. "
            f"First run: nbgrader autograde {name} --create"
        )


def _write(book: object, name: str, entry: Graded) -> None:
    """Write all marks of a student, or none of them if one has no place."""
    where = name, name, entry.submission.student
    places = {
        question: (
            book.find_grade(MARK.format(question), *where),  # type: ignore[attr-defined]
            book.find_comment(ANSWER.format(question), *where),  # type: ignore[attr-defined]
        )
        for question in entry.marks
    }
    for question, (grade, comment) in places.items():
        mark, changed = entry.marks[question], entry.overrides.get(question)
        grade.auto_score = round(POINTS * entry.score(question), 2)
        said = [str(mark), mark.why, mark.answer, changed.reason if changed else ""]
        comment.manual_comment = "\n".join(filter(None, said))
