"""Players held against each other, and studies on many workers."""
