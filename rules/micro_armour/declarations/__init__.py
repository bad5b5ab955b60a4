"""The declarations of players, one module for each chapter: what is offered, what forbids it, and how it is carried out."""
