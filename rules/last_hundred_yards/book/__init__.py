"""The book itself: editions, our readings of unclear rules, counters and printed tables."""
