"""`make bench`: the cost of questions, compared with libraries, plain C and fixed budgets; it fails over a limit.

bench_SUBJECT   the questions of a subject, in groups of rows
harness         measuring and reporting
peers, floors   the comparisons: libraries, and C compiled on the spot
the others      the boards, tables and games of the questions
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: arrays here are small, threads only cost
