"""Frames: the fields of one time on a mesh."""
from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from slipflow.program import Error
from slipflow.vtk_files import Array, Floats, Piece, VtkFile, extent_of, read_sources, read_vtk

_masked: Any = np.ma  # has types in later versions of NumPy only
_GHOSTS = "vtkGhostType"
_HIDDEN = 32  # VTK's mark of a cell that is not drawn: it is solid
_MOST_POINTS = 2**31
_DIMENSIONS = ("x", "y", "z")


@dataclass
class Frame:
    """Cell fields on a box mesh. Arrays have the shape (ny, nx), or (nz, ny, nx) with three axes: `frame["p"][j, i]` is
    p at `frame.x[i]`, `frame.y[j]`. Vectors have one more index. Solid cells are NaN.
    """

    time: float
    faces: list[Floats]  #: positions of the faces along each axis
    fields: dict[str, Floats]
    solid: NDArray[np.bool_]  #: of each cell
    units: dict[str, str] = field(default_factory=dict)  #: SI units by field, "x" of lengths; empty without

    @property
    def axes(self) -> list[Floats]:
        """Positions of the cell centres along each axis."""
        return [0.5 * (along[1:] + along[:-1]) for along in self.faces]

    @property
    def x(self) -> Floats:
        """x of the cell centres."""
        return self.axes[0]

    @property
    def y(self) -> Floats:
        """y of the cell centres."""
        return self.axes[1]

    @property
    def z(self) -> Floats:
        """z of the cell centres; a mesh of two axes has none."""
        if len(self.faces) < 3:
            raise Error("the mesh has no z axis")
        return self.axes[2]

    @property
    def shape(self) -> tuple[int, ...]:
        """Cells along the axes, the last axis first."""
        return self.solid.shape

    def __getitem__(self, name: str) -> Floats:
        return _field_of(self.fields, name)

    def masked(self, name: str) -> Any:
        """The field as a masked array: solid cells are masked."""
        values = self[name]
        mask = self.solid if values.shape == self.shape else np.repeat(self.solid[..., None], values.shape[-1], -1)
        return _masked.masked_array(values, mask)

    def mean(self, name: str) -> float:
        """The mean of a field over the volume (or area) of the gas; of cells that bodies cut, the part that is gas."""
        gas = self.volumes() * self.fields.get("volume_fraction", 1.0)
        weights = np.where(self.solid, 0.0, gas)
        return float(np.sum(weights * np.where(self.solid, 0.0, self[name])) / np.sum(weights))

    def volumes(self) -> Floats:
        """Volumes of the cells; areas on a mesh of two axes."""
        volumes = np.ones(())
        for along in self.faces:
            widths = np.diff(along)
            volumes = widths.reshape(-1, *[1] * volumes.ndim) * volumes
        return np.asarray(volumes, dtype=np.float64)


@dataclass
class Cells:
    """Cell fields on a mesh of polyhedra: `cells["p"][k]` is p in cell k, around `cells.centres[k]`."""

    time: float
    points: Floats  #: x, y, z of each
    connectivity: NDArray[np.int64]  #: numbers of the points of cell 0, then of cell 1, ...
    offsets: NDArray[np.int64]  #: where in `connectivity` the points of each cell end
    fields: dict[str, Floats]
    boundary: dict[str, Surface] = field(default_factory=dict)  #: by the names of the patches
    units: dict[str, str] = field(default_factory=dict)  #: as those of a Frame

    def __getitem__(self, name: str) -> Floats:
        return _field_of(self.fields, name)

    @property
    def centres(self) -> Floats:
        """The mean of the points of each cell."""
        return _centres(self.points, self.connectivity, self.offsets)


@dataclass
class Surface:
    """Fields on the faces of a part of a boundary, or along walls."""

    points: Floats
    connectivity: NDArray[np.int64]
    offsets: NDArray[np.int64]
    fields: dict[str, Floats]

    def __getitem__(self, name: str) -> Floats:
        return _field_of(self.fields, name)

    @property
    def centres(self) -> Floats:
        """The mean of the points of each face."""
        return _centres(self.points, self.connectivity, self.offsets)


def read_frame(file: str | os.PathLike[str]) -> Union[Frame, Cells]:
    """A frame: a Frame of a .vtr, .pvtr or .vti file, Cells of a .vtu or .vtm file."""
    path = Path(file)
    if path.suffix == ".vtm":
        return _read_blocks(path)
    if path.suffix == ".pvtr":
        parts = [read_vtk(path.parent / one["file"]) for one in read_sources(path)[1]]
        return _box(path, parts)
    whole = read_vtk(path)
    if whole.kind == "UnstructuredGrid":
        return _cells(path, whole)
    if whole.kind in ("RectilinearGrid", "ImageData"):
        return _box(path, [whole])
    raise Error(f"{path}: is no frame: it holds {whole.kind}")


def read_surface(file: str | os.PathLike[str]) -> Surface:
    """Fields on faces or lines: a .vtp file."""
    whole = read_vtk(Path(file))
    piece = _only_piece(Path(file), whole)
    for part in ("Polys", "Lines", "Verts"):
        connected = piece.arrays.get(part, {})
        if connected.get("offsets") is not None and len(connected["offsets"]):
            return Surface(*_topology(Path(file), piece, part), _floats(piece))
    raise Error(f"{file}: has no faces")


def _read_blocks(path: Path) -> Cells:
    cells, boundary = None, {}
    for one in read_sources(path)[1]:
        file = path.parent / one["file"]
        if file.suffix == ".vtu":
            cells = _cells(file, read_vtk(file))
        elif file.suffix == ".vtp":
            boundary[one.get("name", file.stem)] = read_surface(file)
    if cells is None:
        raise Error(f"{path}: has no block of cells")
    cells.boundary = boundary
    return cells


def _cells(path: Path, whole: VtkFile) -> Cells:
    piece = _only_piece(path, whole)
    return Cells(_time(whole), *_topology(path, piece, "Cells"), _floats(piece), units=_units(whole))


def _box(path: Path, parts: list[VtkFile]) -> Frame:
    """Joins the pieces of a box by their extents."""
    sources = [part for part in parts for _ in part.pieces]
    pieces = [piece for part in parts for piece in part.pieces]
    if not pieces:
        raise Error(f"{path}: has no pieces")
    extents = [extent_of(piece.attributes, "Extent") for piece in pieces]
    first = [min(extent[2 * axis] for extent in extents) for axis in range(3)]
    count = [max(extent[2 * axis + 1] for extent in extents) - first[axis] for axis in range(3)]
    axes = [axis for axis in range(3) if count[axis] > 0]
    if axes != list(range(len(axes))) or not axes:
        raise Error(f"{path}: has no cells")
    covered = sum(int(np.prod([e[2 * axis + 1] - e[2 * axis] for axis in axes])) for e in extents)
    if covered != int(np.prod([count[axis] for axis in axes])) or covered > _MOST_POINTS:
        raise Error(f"{path}: its pieces do not cover the mesh once")
    faces = [np.full(count[axis] + 1, np.nan) for axis in axes]
    shape = tuple(count[axis] for axis in reversed(axes))
    fields: dict[str, Floats] = {}
    solid = np.zeros(shape, np.bool_)
    for part, piece, extent in zip(sources, pieces, extents):
        begin = [extent[2 * axis] - first[axis] for axis in axes]
        ends = [extent[2 * axis + 1] - first[axis] for axis in axes]
        for axis in axes:
            faces[axis][begin[axis] : ends[axis] + 1] = _coordinates(path, part, piece, axis, extent)
        place = tuple(slice(b, e) for b, e in zip(reversed(begin), reversed(ends)))
        _put(path, piece, place, shape, fields, solid)
    for values in fields.values():
        values[solid] = np.nan
    return Frame(_time(parts[0]), faces, fields, solid, _units(parts[0]))


def _coordinates(path: Path, part: VtkFile, piece: Piece, axis: int, extent: list[int]) -> Floats:
    """The faces of a piece along an axis."""
    numbers = np.arange(extent[2 * axis], extent[2 * axis + 1] + 1)
    if part.kind == "ImageData":
        origin, spacing = (_three_numbers(path, part, name)[axis] for name in ("Origin", "Spacing"))
        return np.asarray(origin + spacing * numbers, dtype=np.float64)
    given = list(piece.arrays.get("Coordinates", {}).values())
    if len(given) != 3 or given[axis].shape != numbers.shape:
        raise Error(f"{path}: has no {len(numbers)} coordinates along {_DIMENSIONS[axis]}")
    return np.asarray(given[axis], dtype=np.float64)


def _three_numbers(path: Path, part: VtkFile, name: str) -> list[float]:
    try:
        numbers = [float(word) for word in part.attributes.get(name, "").split()]
    except ValueError:
        numbers = []
    if len(numbers) != 3:
        raise Error(f"{path}: {name} must be three numbers, not '{part.attributes.get(name, '')}'")
    return numbers


def _put(
    path: Path,
    piece: Piece,
    place: tuple[slice, ...],
    shape: tuple[int, ...],
    fields: dict[str, Floats],
    solid: NDArray[np.bool_],
) -> None:
    """Puts the cell fields of a piece into those of the mesh."""
    inside = tuple(part.stop - part.start for part in place)
    for name, values in piece.arrays.get("CellData", {}).items():
        if values.shape[0] != int(np.prod(inside)):
            raise Error(f"{path}: field {name} has {values.shape[0]} values, not one a cell")
        shaped = values.reshape(*inside, *values.shape[1:])
        if name == _GHOSTS:
            solid[place] = (shaped & _HIDDEN) != 0
        else:
            fields.setdefault(name, np.full(shape + values.shape[1:], np.nan))[place] = shaped


def _only_piece(path: Path, whole: VtkFile) -> Piece:
    if len(whole.pieces) != 1:
        raise Error(f"{path}: must have one piece, not {len(whole.pieces)}")
    return whole.pieces[0]


def _topology(path: Path, piece: Piece, part: str) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    try:
        points = np.asarray(piece.arrays["Points"]["Points"], dtype=np.float64)
        connectivity = np.asarray(piece.arrays[part]["connectivity"], dtype=np.int64)
        offsets = np.asarray(piece.arrays[part]["offsets"], dtype=np.int64)
    except KeyError as error:
        raise Error(f"{path}: has no array {error}") from error
    rising = len(offsets) > 0 and np.all(np.diff(offsets, prepend=0) > 0) and offsets[-1] == len(connectivity)
    if not rising or points.ndim != 2 or np.any(connectivity < 0) or np.any(connectivity >= len(points)):
        raise Error(f"{path}: is damaged: its cells name points that are not there")
    return points, connectivity, offsets


def _centres(points: Floats, connectivity: NDArray[np.int64], offsets: NDArray[np.int64]) -> Floats:
    counts = np.diff(offsets, prepend=0)
    sums = np.add.reduceat(points[connectivity], offsets - counts, axis=0)
    return np.asarray(sums / counts[:, None], dtype=np.float64)


def _floats(piece: Piece) -> dict[str, Floats]:
    data: dict[str, Array] = piece.arrays.get("CellData", {})
    return {name: np.asarray(values, dtype=np.float64) for name, values in data.items()}


def _units(whole: VtkFile) -> dict[str, str]:
    """Where fields have SI units, so have lengths."""
    return {**whole.units, "x": "m"} if whole.units else {}


def _time(whole: VtkFile) -> float:
    value = whole.field_data.get("TimeValue")
    return float(value[0]) if value is not None and len(value) else float("nan")


def _field_of(fields: dict[str, Floats], name: str) -> Floats:
    if name not in fields:
        raise KeyError(f"there is no field {name}; there are {', '.join(fields)}")
    return fields[name]
