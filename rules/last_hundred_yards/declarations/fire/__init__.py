"""Small arms, anti-tank and enfilade fire. Chapters 4.3, 11 and 12."""
