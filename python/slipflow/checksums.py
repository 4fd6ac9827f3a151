"""The checksum of checkpoints, as host/support/checksum.cpp computes it: of words of eight bytes, the rest and the
length."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Union

import numpy as np
from numpy.typing import NDArray

_BEGIN = 0x9E3779B97F4A7C15
_FACTOR = 0xFF51AFD7ED558CCD
_ROTATION = 29
_MASK = (1 << 64) - 1

Bytes = Union[bytes, memoryview]


def checksum_of(data: Bytes) -> int:
    """The checksum of some bytes.

    >>> hex(checksum_of(b""))
    '0x945a43477d92f356'
    """
    whole = len(data) - len(data) % 8
    words = np.frombuffer(data, "<u8", whole // 8).tolist()
    return _end(_mixed(_BEGIN, words), bytes(data[whole:]), len(data))


def checksum_of_rows(head: Bytes, data: Bytes, row: int) -> int:
    """The checksum of `head`, which has whole words, and of the checksums of the rows of `row` bytes."""
    words = np.frombuffer(data, "<u8").reshape(-1, row // 8)
    sums = _checksums_of(words).tolist()
    before = np.frombuffer(head, "<u8").tolist()
    return _end(_mixed(_BEGIN, [*before, *sums]), b"", len(head) + 8 * len(sums))


def _checksums_of(rows: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The checksum of each row: all rows at once, a word at a time."""
    state = np.full(len(rows), _BEGIN, np.uint64)
    factor, left, right = np.uint64(_FACTOR), np.uint64(_ROTATION), np.uint64(64 - _ROTATION)
    length = np.full(len(rows), 8 * rows.shape[1], np.uint64)
    for word in [*np.ascontiguousarray(rows.T), np.zeros_like(length), length]:
        state = (((state << left) | (state >> right)) ^ word) * factor
    return np.asarray(state ^ (state >> np.uint64(32)), dtype=np.uint64)


def _mixed(state: int, words: Iterable[int]) -> int:
    for word in words:
        turned = ((state << _ROTATION) | (state >> (64 - _ROTATION))) & _MASK
        state = ((turned ^ word) * _FACTOR) & _MASK
    return state


def _end(state: int, rest: bytes, length: int) -> int:
    last = int.from_bytes(rest.ljust(8, b"\0"), "little")
    state = _mixed(state, [last, length])
    return state ^ (state >> 32)
