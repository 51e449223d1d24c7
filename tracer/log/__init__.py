"""What a search writes: the events, the log that takes them, OPEN and BACKUP."""
