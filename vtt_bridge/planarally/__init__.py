"""PlanarAlly: a room as a virtual table, over Socket.IO; every write is read back."""
