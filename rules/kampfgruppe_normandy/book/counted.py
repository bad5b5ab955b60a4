"""A number of things in words, singular or plural."""

_PLURALS = {"casualty": "casualties", "die": "dice", "man": "men"}


def counted(number: int, noun: str) -> str:
    """A number and the noun that goes with it, given in the singular.

    >>> counted(1, "hit"), counted(0, "hit"), counted(1, "die"), counted(2, "man")
    ('1 hit', '0 hits', '1 die', '2 men')
    """
    return f"{number} {noun if number == 1 else _PLURALS.get(noun, f'{noun}s')}"
