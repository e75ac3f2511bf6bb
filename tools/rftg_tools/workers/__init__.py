"""Work done by several processes, or by the workers of a cluster."""
