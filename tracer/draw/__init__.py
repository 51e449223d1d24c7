"""Pictures of frames: one style, several output formats."""
