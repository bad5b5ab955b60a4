"""Aircraft: placed, flown on, and their attacks with guns, rockets and bombs."""
