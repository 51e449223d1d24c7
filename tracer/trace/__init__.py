"""A recorded search and its one replay: frames, captions, cutoffs, counts."""
