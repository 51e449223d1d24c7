"""Questions with answers that are plain values: keys, marks, feedback."""
