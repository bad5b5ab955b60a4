"""The routes of withdrawals and retreats, and the rolls that they require. Chapters 10.3.1 and 13.6.3."""
