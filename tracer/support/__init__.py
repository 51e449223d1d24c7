"""Small helpers for every part: complete files, parallel jobs, optional packages."""
