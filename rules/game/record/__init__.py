"""How what is played is written down: documents of actions and events, and what is put into the record past the rules."""
