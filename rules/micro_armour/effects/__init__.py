"""What several chapters share of what happens: an attack shot by shot, a move that ends, the next phase."""
