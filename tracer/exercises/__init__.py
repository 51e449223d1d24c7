"""Exercises: questions about searches, graded from recorded traces."""

from tracer.exercises.ask.construct import Change, Find, Reorder
from tracer.exercises.ask.feedback import Feedback
from tracer.exercises.ask.question import Question
from tracer.exercises.ask.task import Task
from tracer.exercises.code.check import Write, check
from tracer.exercises.code.spy import trace_of
from tracer.exercises.course.assignment import Assignment, assignment
from tracer.exercises.course.handouts import load_handout
from tracer.exercises.lessons.registry import exercise

__all__ = [
    "Assignment",
    "Change",
    "Feedback",
    "Find",
    "Question",
    "Reorder",
    "Task",
    "Write",
    "assignment",
    "check",
    "exercise",
    "load_handout",
    "trace_of",
]
