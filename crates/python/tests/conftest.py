"""What holds for all tests."""

import os

# Before NumPy is imported: the matrices of the tests are too small to be worth threads, which wait
# for each other where cores are shared.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
