"""HTTP: the interface by requests, and the page's files."""
