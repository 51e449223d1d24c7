"""The command `plyglass`."""
