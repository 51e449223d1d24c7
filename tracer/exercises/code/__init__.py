"""Run a student's own search, trace it, and compare it with the reference."""
