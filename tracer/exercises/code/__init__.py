"""A student's own search: run, traced, and compared with the reference."""
