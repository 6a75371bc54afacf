"""One test or more per clause, named after it."""
