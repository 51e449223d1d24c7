"""Large experiments: the tables and figures of Srimani 1985, and experiments that go beyond them.

`plyglass experiment --help` lists them; each one is also available as a function.
"""
