"""What the page is built with, and the page as plain files."""
