"""What players do, by chapter: each declaration with what is offered, why not, and what comes of it."""
