"""Benches: each is a module to run, `python -m bench.bench_play`."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: arrays here are small, threads only cost
