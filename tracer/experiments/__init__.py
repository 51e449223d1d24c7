"""Experiments at scale: the tables and figures of Srimani 1985, and what lies beyond them.

`python -m tracer.experiments --help` lists them; behind each stands a function.
"""
