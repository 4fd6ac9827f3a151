"""Checkpoints: what they tell of a run, and their arrays."""
from __future__ import annotations

import os
import struct
from pathlib import Path

import numpy as np
from xxhash import xxh3_64_intdigest

from slipflow.program import Error
from slipflow.vtk_files import Floats

_MAGIC = b"\x89SFCP\r\n\x1a"
_FORMAT = 256
_WITHOUT_VERSION = [1 << bit for bit in range(8)]  # formats before 0.1.0
_ORDER = 0x01020304
_PAD = 4  # layers of ghost cells at both ends of each axis
_LETTERS = 8
_MOST_TEXT = 1 << 24


class Checkpoint:
    """A checkpoint. All of it is read, and every checksum is verified; Error says what is wrong.

        checkpoint = slipflow.Results("out/long").checkpoint()
        checkpoint.step, checkpoint.time, checkpoint.arrays["u"]

    Arrays are those of the method at the last time level (`arrays`), at the one before (`old`) and, of averages, means
    and sums of squares over the time (`means`, `squares`). Their shape is (ny, nx), without ghost cells. Velocities of
    some methods are those of the west and south faces of the cells. Solid cells have values of their own.
    """

    def __init__(self, file: str | os.PathLike[str]) -> None:
        self.file = Path(file)
        reader = _Reader(self.file)
        self.version: str = reader.version  #: of slipflow that wrote it, "0.1.0"
        self.method: str = reader.text("method")
        self.case_values: dict[str, str] = _values_of(reader.text("case"))  #: repeated keys: the last one
        self.writer: str = reader.text("writer")  #: backend and device
        axes, *cells, _ = reader.record("mesh", "5q")
        if not 1 <= axes <= 3 or any(n < 1 for n in cells):
            raise reader.damaged("there is no mesh of this size")
        self.cells: tuple[int, ...] = tuple(cells[:axes])  #: along x, y, z
        loop = reader.record("loop", "qddqqqqd")
        self.step: int = loop[0]
        self.time: float = loop[1]
        self.last_dt: float = loop[2]
        self.inner_iterations: int = loop[3]
        self.unconverged_steps: int = loop[4]
        self.changes: Floats = reader.doubles("changes")  #: of the last inner iteration
        reader.block("plan")
        reader.block("tables")
        names = reader.text("measures").split()
        for _ in names:
            reader.block("table")
        self.tables: list[str] = ["history.csv", *names]  #: that the run had written
        self.frame_times: Floats = reader.doubles("frames")
        lines = [line.rpartition(" ") for line in reader.text("names").splitlines()]
        values = reader.doubles("numbers")
        if not all(count.isdecimal() for *_, count in lines) or sum(int(count) for *_, count in lines) != len(values):
            raise reader.damaged("the names of its numbers make no sense")
        self.numbers: dict[str, Floats] = {}  #: others that later steps depend on
        for name, _, count in lines:
            self.numbers[name], values = values[: int(count)], values[int(count) :]
        fields, averages = reader.text("arrays").split(), reader.text("averages").split()
        self.averaged_time: float = reader.record("averaged", "d")[0]
        self.means: dict[str, Floats] = {}
        self.squares: dict[str, Floats] = {}
        for name in averages:
            self.means[name] = reader.array(f"mean_{name}", self.cells, 0)
            self.squares[name] = reader.array(f"sq_{name}", self.cells, 0)
        self.arrays: dict[str, Floats] = {n: reader.array(n, self.cells, _PAD) for n in fields}
        self.old: dict[str, Floats] = {n: reader.array(f"{n}_old", self.cells, _PAD) for n in fields}
        reader.end()

    def __repr__(self) -> str:
        return f"<Checkpoint of {self.method} at step {self.step}, t = {self.time:g}>"


def _values_of(text: str) -> dict[str, str]:
    pairs = (line.partition(" = ") for line in text.splitlines())
    return {key: value for key, _, value in pairs}


class _Reader:
    """The named blocks of a file, one after the other."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            self.content = memoryview(file.read_bytes())
        except OSError as error:
            raise Error(f"{file}: {error.strerror}") from error
        self.at = 0
        if bytes(self._take(len(_MAGIC))) != _MAGIC:
            raise Error(f"{file}: is not a checkpoint of slipflow")
        number, order = struct.unpack("<II", self._take(8))
        if order != _ORDER:
            raise Error(f"{file}: was written by a machine with the other byte order")
        if number in _WITHOUT_VERSION:
            raise Error(f"{file}: was written before slipflow 0.1.0 in format {number}, this package reads format "
                        f"{_FORMAT}: take the one of the version that wrote it")
        self.version = self.text("version")
        if number != _FORMAT:
            raise Error(f"{file}: was written by slipflow {self.version} in format {number}, this package reads format "
                        f"{_FORMAT}: take the one of that version")

    def damaged(self, why: str) -> Error:
        return Error(f"{self.file}: is damaged: {why}")

    def block(self, name: str) -> memoryview:
        """The bytes of the next block."""
        begin, data, stored = self._open(name)
        if xxh3_64_intdigest(self.content[begin : self.at - 8]) != stored:
            raise self.damaged(f"the checksum of block '{name}' does not match")
        return data

    def text(self, name: str) -> str:
        data = self.block(name)
        if len(data) > _MOST_TEXT:
            raise self.damaged(f"block '{name}' is too long")
        return bytes(data).decode("utf-8", errors="replace")

    def record(self, name: str, layout: str) -> tuple[int, ...]:
        data = self.block(name)
        if len(data) != struct.calcsize("<" + layout):
            raise self.damaged(f"block '{name}' has {len(data)} bytes")
        return struct.unpack("<" + layout, data)

    def doubles(self, name: str) -> Floats:
        data = self.block(name)
        if len(data) % 8:
            raise self.damaged(f"block '{name}' has {len(data)} bytes")
        return np.frombuffer(data, "<f8").astype(np.float64)

    def array(self, name: str, cells: tuple[int, ...], pad: int) -> Floats:
        """An array of the mesh, whose checksum is made of those of its rows; without its ghost cells."""
        name = name[:_LETTERS]
        shape = tuple(n + 2 * pad for n in reversed(cells))
        begin, data, stored = self._open(name)
        if len(data) != 8 * int(np.prod(shape)):
            raise self.damaged(f"array '{name}' has {len(data)} bytes, not {8 * int(np.prod(shape))}")
        row = 8 * shape[-1]
        rows = [xxh3_64_intdigest(data[at : at + row]) for at in range(0, len(data), row)]
        head = bytes(self.content[begin : begin + _LETTERS + 8])
        if xxh3_64_intdigest(head + np.array(rows, "<u8").tobytes()) != stored:
            raise self.damaged(f"the checksum of array '{name}' does not match")
        inside = tuple(slice(pad, length - pad) for length in shape)
        return np.frombuffer(data, "<f8").reshape(shape)[inside].astype(np.float64)

    def end(self) -> None:
        self.block("end")
        if self.at != len(self.content):
            raise self.damaged(f"{len(self.content) - self.at} bytes follow its end")

    def _open(self, name: str) -> tuple[int, memoryview, int]:
        """Where the next block begins, its bytes and its checksum."""
        begin = self.at
        found = bytes(self._take(_LETTERS)).rstrip(b"\0")
        if found != name.encode():
            raise self.damaged(f"block '{name}' is not where it should be")
        (size,) = struct.unpack("<Q", self._take(8))
        data = self._take(size)
        (stored,) = struct.unpack("<Q", self._take(8))
        return begin, data, stored

    def _take(self, count: int) -> memoryview:
        if self.at + count > len(self.content):
            raise self.damaged(f"it ends at byte {len(self.content)}, too early")
        self.at += count
        return self.content[self.at - count : self.at]
