"""PlanarAlly: a room met over Socket.IO as a virtual table, every write read back."""
