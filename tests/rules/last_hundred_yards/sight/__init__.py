"""Lines of sight. Chapter 4.2, and 4.1.8 for enclosed roads and tree lines."""
