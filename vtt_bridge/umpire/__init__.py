"""The umpire at a table: the questions he takes, his answers, and his chat commands."""
