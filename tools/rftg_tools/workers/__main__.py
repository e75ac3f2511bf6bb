"""Process of a worker: `python -m rftg_tools.workers MODULE NICENESS`."""

import sys

from rftg_tools.workers.worker import run_worker

if __name__ == "__main__":
    run_worker(sys.argv[1], int(sys.argv[2]))
