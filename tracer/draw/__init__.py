"""Pictures of frames: one look, several pens."""
