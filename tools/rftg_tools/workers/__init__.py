"""Parallel work in processes of this machine or on a Dask cluster."""


class WorkersLost(RuntimeError):
    """Every worker that tried a piece of work died, or no workers are left."""
