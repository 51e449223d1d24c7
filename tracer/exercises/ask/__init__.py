"""Questions answered with plain values: their keys, marks and feedback."""
