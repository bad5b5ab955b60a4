"""The umpire at a virtual tabletop: tables met over their JSON API, and the command line."""

import os

# Before NumPy is imported: the arrays of a game are small, and more threads only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
