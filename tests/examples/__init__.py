"""The examples that people read first."""
