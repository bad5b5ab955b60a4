"""What a mission lays down: sides, areas, forces, bids and victory."""
