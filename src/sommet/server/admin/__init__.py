"""What those who host a server do to it: `sommet admin`, and what is forgotten after a while.

Plain functions on a connection, in short transactions: they work beside running servers, which learn of every change by
its number (`users.epoch`, `tables.changes`) within ten seconds, and sooner where PostgreSQL carries hints.
"""
