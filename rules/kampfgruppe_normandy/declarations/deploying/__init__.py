"""Deploy actions: vehicles boarded and left, buildings entered and left, soft-skins withdrawn."""
