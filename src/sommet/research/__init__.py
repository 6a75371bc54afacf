"""Batches on CPU and GPU, measurements: what research needs."""
