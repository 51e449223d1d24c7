"""What every part may need: whole files, many jobs at once, optional packages."""
