"""Reads VTK's XML files with appended raw arrays, as the program writes them, and those that are compressed by zlib."""
from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from slipflow.program import Error

Array = NDArray[Any]
Floats = NDArray[np.float64]

_LARGEST_HEADER = 1 << 20
_MOST_PER_BYTE = 2500  # bytes of values per byte of a file, for any zlib
_DATA = re.compile(rb"<AppendedData[^>]*>\s*_")
_NUMBER = re.compile(r"[0-9]{1,18}")
_DECLARATION = re.compile(rb"<!(DOCTYPE|ENTITY)")
_TYPES = {
    **{f"Int{bits}": f"i{bits // 8}" for bits in (8, 16, 32, 64)},
    **{f"UInt{bits}": f"u{bits // 8}" for bits in (8, 16, 32, 64)},
    **{"Float32": "f4", "Float64": "f8"},
}


@dataclass
class Piece:
    """A piece of a grid: its attributes, such as Extent, and its arrays by the element that holds them."""

    attributes: dict[str, str]
    arrays: dict[str, dict[str, Array]]


@dataclass
class VtkFile:
    """A file with arrays."""

    kind: str  #: such as RectilinearGrid
    attributes: dict[str, str]  #: of the grid, such as WholeExtent
    field_data: dict[str, Array]
    pieces: list[Piece]
    units: dict[str, str]  #: of cell fields, by name; arrays without a unit are left out


def read_vtk(file: Path) -> VtkFile:
    """Reads all arrays of a .vtr, .vti, .vtu or .vtp file. Raises Error if it is none, or damaged."""
    content = _content(file)
    found = _DATA.search(content, 0, _LARGEST_HEADER)
    if not found:
        raise Error(f"{file}: has no appended raw data within its first MiB: not a frame of slipflow")
    root = _parsed(file, content[: found.start()] + b"</VTKFile>")
    kind = root.get("type", "")
    grid = root.find(kind) if re.fullmatch(r"[A-Za-z]+", kind) else None
    if grid is None:
        raise Error(f"{file}: has no grid")
    arrays = _Arrays(file, content, found.end(), root)
    fields = grid.find("FieldData")
    return VtkFile(
        kind,
        dict(grid.attrib),
        {} if fields is None else arrays.below(fields),
        [_piece(piece, arrays) for piece in grid.iter("Piece") if "Source" not in piece.attrib],
        _units(grid),
    )


def read_sources(file: Path) -> tuple[str, list[dict[str, str]]]:
    """The kind of a file that names others (.pvd, .vtm, .pvtr) and the attributes of each, with its name as `file`."""
    root = _parsed(file, _content(file, _LARGEST_HEADER * 64))
    sources = []
    for element in root.iter():
        name = element.get("file") or element.get("Source")
        if name is not None:
            sources.append({**element.attrib, "file": name})
    return root.get("type", ""), sources


def _units(grid: ElementTree.Element) -> dict[str, str]:
    named = grid.iterfind(".//CellData/DataArray")
    texts = {array.get("Name", ""): array.findtext("InformationKey[@name='UNITS_LABEL']") for array in named}
    return {name: text.strip() for name, text in texts.items() if text and text.strip()}


def extent_of(attributes: dict[str, str], name: str) -> list[int]:
    """Six numbers: first and last point along each axis."""
    try:
        numbers = [int(word) for word in attributes.get(name, "").split()]
    except ValueError:
        numbers = []
    if len(numbers) != 6:
        raise Error(f"{name} of a frame must be six whole numbers, not '{attributes.get(name, '')}'")
    return numbers


def _content(file: Path, most: int = -1) -> bytes:
    try:
        with open(file, "rb") as stream:
            return stream.read(most)
    except OSError as error:
        raise Error(f"{file}: {error.strerror}") from error


def _parsed(file: Path, text: bytes) -> ElementTree.Element:
    if _DECLARATION.search(text):  # entities could make a short text a large one
        raise Error(f"{file}: declares entities, which no file of slipflow does")
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise Error(f"{file}: is not the XML of a VTK file: {error}") from error


def _piece(piece: ElementTree.Element, arrays: _Arrays) -> Piece:
    return Piece(dict(piece.attrib), {part.tag: arrays.below(part) for part in piece})


class _Arrays:
    """The arrays of a file, by their DataArray elements."""

    def __init__(self, file: Path, content: bytes, begin: int, root: ElementTree.Element) -> None:
        self.file, self.content, self.begin = file, content, begin
        self.order = "<" if root.get("byte_order", "LittleEndian") == "LittleEndian" else ">"
        self.length = np.dtype(self.order + ("u8" if root.get("header_type") == "UInt64" else "u4"))
        compressor = root.get("compressor")
        self.compressed = compressor is not None
        if compressor not in (None, "vtkZLibDataCompressor"):
            raise Error(f"{file}: is compressed by {compressor}; only zlib is read")

    def below(self, parent: ElementTree.Element) -> dict[str, Array]:
        """The arrays of numbers in an element."""
        return {
            element.get("Name", ""): self._array(element)
            for element in parent.findall("DataArray")
            if element.get("type") in _TYPES
        }

    def _array(self, element: ElementTree.Element) -> Array:
        name = element.get("Name")
        offset = element.get("offset", "").strip()
        if element.get("format") != "appended" or not _NUMBER.fullmatch(offset):
            raise self._damaged(f"array {name} is not appended")
        begin = self.begin + int(offset)
        data: Union[bytes, memoryview] = self._inflated(begin) if self.compressed else self._raw(begin)
        kind = np.dtype(self.order + _TYPES[element.get("type", "")])
        if len(data) % kind.itemsize:
            raise self._damaged(f"array {name} ends within a value")
        values = np.frombuffer(data, kind).astype(kind.newbyteorder("="))
        text = element.get("NumberOfComponents") or "1"
        parts = int(text) if _NUMBER.fullmatch(text) else 0
        if parts < 1 or values.size % parts:
            raise self._damaged(f"array {name} does not have whole vectors of {text} components")
        return values if parts == 1 else values.reshape(-1, parts)

    def _lengths(self, begin: int, count: int) -> list[int]:
        size = self.length.itemsize
        if begin + count * size > len(self.content):
            raise self._damaged("it ends too early")
        return [int(n) for n in np.frombuffer(self.content, self.length, count, begin)]

    def _raw(self, begin: int) -> memoryview:
        (size,) = self._lengths(begin, 1)
        return self._bytes(begin + self.length.itemsize, size)

    def _bytes(self, begin: int, size: int) -> memoryview:
        if begin + size > len(self.content):
            raise self._damaged("it ends too early")
        return memoryview(self.content)[begin : begin + size]

    def _inflated(self, begin: int) -> bytes:
        """Number of blocks, size of each, size of the last if it is smaller, compressed sizes; blocks."""
        count, size, last = self._lengths(begin, 3)
        if count * self.length.itemsize > len(self.content) or size > len(self.content) * _MOST_PER_BYTE or last > size:
            raise self._damaged("its compressed blocks make no sense")
        begin += 3 * self.length.itemsize
        packed = self._lengths(begin, count)
        begin += count * self.length.itemsize
        blocks = []
        for number, length in enumerate(packed):
            expected = last if last and number == count - 1 else size
            blocks.append(self._block(self._bytes(begin, length), expected))
            begin += length
        return b"".join(blocks)

    def _block(self, packed: memoryview, size: int) -> bytes:
        inflater = zlib.decompressobj()
        try:
            block = inflater.decompress(packed, max(size, 1))
        except zlib.error as error:
            raise self._damaged(str(error)) from error
        if len(block) != size:
            raise self._damaged("a compressed block has another size")
        return block

    def _damaged(self, why: str) -> Error:
        return Error(f"{self.file}: is damaged: {why}")
