"""The examples in the documentation are run."""
