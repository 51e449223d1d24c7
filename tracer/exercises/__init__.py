"""Exercises: questions about searches, graded from recorded traces."""

from tracer.exercises.ask.construct import Find, Reorder
from tracer.exercises.ask.feedback import Feedback
from tracer.exercises.ask.question import Question
from tracer.exercises.ask.task import Task
from tracer.exercises.code.check import check
from tracer.exercises.code.spy import trace_of
from tracer.exercises.course.assignment import Assignment, assignment
from tracer.exercises.course.handouts import load_handout
from tracer.exercises.lessons.registry import exercise

__all__ = [
    "Assignment",
    "Feedback",
    "Find",
    "Question",
    "Reorder",
    "Task",
    "assignment",
    "check",
    "exercise",
    "load_handout",
    "trace_of",
]
