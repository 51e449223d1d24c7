"""Exercises: questions on searches, graded from recorded traces."""

from tracer.exercises.assignment import Assignment, assignment
from tracer.exercises.code import check
from tracer.exercises.construct import Find, Reorder
from tracer.exercises.feedback import Feedback
from tracer.exercises.question import Question
from tracer.exercises.spy import trace_of

__all__ = [
    "Assignment",
    "Feedback",
    "Find",
    "Question",
    "Reorder",
    "assignment",
    "check",
    "trace_of",
]
