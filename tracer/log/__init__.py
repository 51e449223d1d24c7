"""What a search writes: the events, the log that records them, OPEN and BACKUP."""
