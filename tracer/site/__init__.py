"""The course in the browser: static files for any web server, with nothing to install."""
