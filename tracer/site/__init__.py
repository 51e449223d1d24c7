"""The course in the browser: static files that need no server of their own and no install."""
