"""Long proofs, run by `make proof`."""
