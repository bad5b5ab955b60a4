"""Games by mail that need no trusted person: signed entries, dice of two, sealed secrets, and the proof of it all.

A layer stands on those before it:

- `keys` who a player is; `seals`, `nonces`, `throws` what is sealed, bound in advance, and thrown by two; `views` what a
  side knows, as a document;
- `record` the entries, each bound to the one before it; `shapes` what stands in them; `standing` what they have come to, and
  whose turn it is to write;
- `beginning` the first entries; `seat` what a player declares and his program answers and rules; `sending` units sent to places;
- `verifying` the proof; `mail_file` the file of a record, and what comes by mail put to it.

What the scheme secures and what it cannot: docs/by_mail.md.
"""

from importlib.util import find_spec

from vtt_bridge.errors import NotOffered

if find_spec("nacl") is None:
    raise NotOffered("Games by mail need PyNaCl: pip install 'blindhex[sealed]'.")
