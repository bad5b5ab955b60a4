"""VASSAL's encoding of lists as one text: with a delimiter, which is escaped by a backslash within the texts.

Source: VASSAL/tools/SequenceEncoder.java. Lists may be nested and are decoded one level at a time.
"""

from collections.abc import Iterable


def split(text: str, delimiter: str) -> list[str]:
    """The texts of a list.

    >>> split(r"a\\,b,c", ",")
    ['a,b', 'c']
    >>> split("'\\\\x',y", ",")
    ['\\\\x', 'y']
    """
    texts: list[str] = []
    begun = ""
    for part in text.split(delimiter):
        begun += part
        if begun.endswith("\\"):
            begun = begun[:-1] + delimiter
        else:
            texts.append(_unquoted(begun))
            begun = ""
    return [*texts, _unquoted(begun)] if begun else texts


def joined(tokens: Iterable[str], delimiter: str) -> str:
    """Encode a list as one text. A backslash at the end of an entry is lost, as it could not be read back."""
    return delimiter.join(_written(token.rstrip("\\"), delimiter) for token in tokens)


def _written(token: str, delimiter: str) -> str:
    is_quoted = len(token) > 1 and token[0] == token[-1] == "'"
    written = token.replace(delimiter, f"\\{delimiter}")
    return f"'{written}'" if token.startswith("\\") or is_quoted else written


def _unquoted(token: str) -> str:
    return token[1:-1] if len(token) > 1 and token[0] == token[-1] == "'" else token
