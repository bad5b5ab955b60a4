"""Effects that several chapters share: an attack shot by shot, the end of a move, the next phase."""
