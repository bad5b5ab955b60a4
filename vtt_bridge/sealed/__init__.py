"""Games by mail that need no trusted person: signed entries, dice thrown by both players, sealed
secrets, and the proof of it all.

Each layer uses only those before it:

- `keys` the players' keys; `seals`, `nonces`, `shared_dice` sealed documents, numbers bound in advance, dice of both players; `views`
  a side's knowledge as a document;
- `record` the entries, each bound to the one before it; `entry_fields` their fields; `standing` the state they lead to, and
  who is to write next;
- `beginning` the first entries; `seat` a player's declarations and his program's answers and rulings;
  `seat_session` units sent to places;
- `verifying` the proof; `mail_file` the file of a record, and adding the entries that come by mail.

What the scheme secures and what it cannot: docs/by_mail.md.
"""

from importlib.util import find_spec

from vtt_bridge.errors import NotOffered

if find_spec("nacl") is None:
    raise NotOffered("Games by mail need PyNaCl: pip install 'blindhex[sealed]'.")
