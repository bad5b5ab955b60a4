"""`make bench`: what questions cost, held against libraries, plain C and fixed budgets; over a limit it is red.

bench_SUBJECT   the questions of a subject, in groups of rows
harness         how they are measured and told
peers, floors   what they are held against: libraries, and C compiled on the spot
the others      the boards, tables and games that are asked about
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: arrays here are small, threads only cost
