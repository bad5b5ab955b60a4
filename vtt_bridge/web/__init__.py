"""What every web server and web client of ours keeps to: limits, refusals, pairing."""
