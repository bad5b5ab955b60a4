"""Rules for every web server and web client of ours: limits, refusals, pairing."""
