"""What all our web servers and clients share: limits, refusals, pairing."""
