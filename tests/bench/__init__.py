"""Benchmarks, and the report on strength."""
