"""What players declare, a module a chapter: each declaration with what is offered, why not, and what comes of it."""
