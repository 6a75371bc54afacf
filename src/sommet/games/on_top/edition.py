"""Which edition of the rules this is: raised when a change makes a log of moves mean something else."""

EDITION = 1
