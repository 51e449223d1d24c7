"""Searches that only count, compiled with numba: the code of `tracer/algorithms`, without a log.

Only `tracer.experiments.fast` imports these modules, once it knows that numba is installed.
"""
