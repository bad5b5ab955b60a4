"""The routes of withdrawals and retreats, and the dice they ask. Chapters 10.3.1 and 13.6.3."""
