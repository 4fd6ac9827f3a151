"""Numbers with SI units in case files, such as `20 um` and `5 1/us`."""
from __future__ import annotations

import math
import re

# Of one: a factor and a power of ten, separate because 1e-6 is no exact number.
_SYMBOLS = {
    "m": (1.0, 0), "g": (1.0, -3), "s": (1.0, 0), "K": (1.0, 0), "mol": (1.0, 0), "Pa": (1.0, 0), "N": (1.0, 0),
    "J": (1.0, 0), "W": (1.0, 0), "Hz": (1.0, 0), "bar": (1.0, 5),
}
_WITHOUT_PREFIX = {"min": (60.0, 0), "h": (3600.0, 0), "atm": (101325.0, 0), "Torr": (101325.0 / 760, 0)}
_PREFIXES = {
    "G": 9, "M": 6, "k": 3, "h": 2, "d": -1, "c": -2, "m": -3, "u": -6, "\u00b5": -6, "\u03bc": -6, "n": -9, "p": -12,
}
_CELSIUS, _ZERO_CELSIUS = ("C", "\u00b0C"), 273.15  # no factor of a product
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_LONGEST_UNIT = 32  # in bytes
_FACTOR = re.compile(r"([^\W\d_]+)(?:\^?([1-9]))?")


def _symbol(name: str) -> tuple[float, int] | None:
    if name in _SYMBOLS or name in _WITHOUT_PREFIX:
        return _SYMBOLS.get(name) or _WITHOUT_PREFIX[name]
    if name[:1] in _PREFIXES and name[1:] in _SYMBOLS:
        factor, exponent = _SYMBOLS[name[1:]]
        return factor, exponent + _PREFIXES[name[:1]]
    return None


def _unit(name: str) -> tuple[float, int] | None:
    """A product of powers of symbols: `m/s`, `Pa*s`, `1/us`, `W/cm^2`. None for any other word."""
    if name in _CELSIUS:
        return 1.0, 0
    if not name or name == "1" or len(name.encode()) > _LONGEST_UNIT:
        return None
    factor, exponent, sign = 1.0, 0, 1
    for place, part in enumerate(re.split(r"([*/.])", name)):
        if place % 2:
            sign = -1 if part == "/" else 1
            continue
        found = _FACTOR.fullmatch(part)
        symbol = (1.0, 0) if part == "1" else _symbol(found[1]) if found else None
        if symbol is None:
            return None
        power = sign * int(found[2] or 1) if found else 1
        factor, exponent = factor * symbol[0] ** power, exponent + symbol[1] * power
    return factor, exponent


def numbers_in(text: str) -> tuple[list[float], list[str]]:
    """The numbers at the beginning of a value, in SI units if it gives them one, and the words that follow.

    Raises ValueError for numbers that are not finite and for further numbers after the unit.

    >>> numbers_in("0 20 um name=a"), numbers_in("5um"), numbers_in("5 1/us"), numbers_in("40 20"), numbers_in("20 C")
    (([0.0, 2e-05], ['name=a']), ([5e-06], []), ([5000000.0], []), ([40.0, 20.0], []), ([293.15], []))
    """
    words = text.split()
    numbers: list[float] = []
    while words and _NUMBER.fullmatch(words[0]):
        numbers.append(float(words.pop(0)))
    unit = None
    name = ""
    if words and numbers:
        name = words[0]
        unit = _unit(name)
    if unit is None and words and (glued := _NUMBER.match(words[0])):
        name = words[0][glued.end() :]
        unit = _unit(name)
        if unit:
            numbers.append(float(glued[0]))
    rest = words
    if unit is not None:
        factor, exponent = unit
        scale = float(f"1e{abs(exponent)}")  # exact up to 10^22
        zero = _ZERO_CELSIUS if name in _CELSIUS else 0.0
        numbers = [(one * factor / scale if exponent < 0 else one * factor * scale) + zero for one in numbers]
        rest = words[1:]
        if rest and _NUMBER.match(rest[0]):
            raise ValueError(f"{text}: one unit follows all numbers")
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"{text}: a number is too large")
    return numbers, rest
