"""Drawing forces and setting up. Chapter 17."""
