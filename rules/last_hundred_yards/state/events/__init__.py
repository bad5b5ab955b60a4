"""What happened, past tense: one frozen value an event, with the state after it."""
