"""Drawings with matplotlib. Each draws into `ax`, else into a new figure, and returns the axes.

    from slipflow import plots
    plots.field(results, "p").figure.savefig("p.png")
"""
from __future__ import annotations

from importlib import import_module
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from slipflow.frames import Cells, Frame
from slipflow.program import Error
from slipflow.results import Results
from slipflow.spectra import spectrum as spectrum_of
from slipflow.tables import title_of
from slipflow.vtk_files import Floats

_SOLID, _INK = "#b4b4b4", "#222222"  # as in the program's pictures, with its maps
_SIGNED = "RdBu_r"
_UNSIGNED = "viridis"
_NOISE = 1e-14  # values below it are rounding errors of others


def field(
    source: Union[Results, Frame, Cells],
    name: str,
    *,
    number: int = -1,
    plane: float | None = None,
    ax: Any = None,
    **options: Any,
) -> Any:
    """A field of a frame in the colours of the program's pictures, with bodies in grey, their walls, and a colour bar.

    Walls that cut the cells are where half the volume is gas, between the centres of cells. A mesh of three axes is cut
    by the plane z = `plane`, by default in its middle. Fields of both signs get a diverging
    map, as far below 0 as above. `options` are those of pcolormesh, such as vmin, vmax, cmap.
    """
    frame = source.frame(number) if isinstance(source, Results) else source
    if not isinstance(frame, Frame) or len(frame.faces) < 2:
        raise Error("only fields on meshes with two or three axes are drawn; ParaView draws polyhedra")
    values, solid = frame[name], frame.solid
    if values.ndim > solid.ndim:
        raise Error(f"{name} is a vector; draw its length or a component")
    title = f"{source.time_symbol if isinstance(source, Results) else 't'} = {frame.time:.6g}"
    if isinstance(source, Results) and source.time_unit:
        title += f" {source.time_unit}"
    x, y = frame.faces[:2]
    length, size = _readable(x[-1] - x[0]) if frame.units else ("L", 1.0)
    if solid.ndim == 3:
        middle = 0.5 * (frame.faces[2][0] + frame.faces[2][-1])
        layer = int(np.argmin(np.abs(frame.z - (middle if plane is None else plane))))
        values, solid = values[layer], solid[layer]
        title = f"{title}, z = {frame.z[layer] / size:.4g} {length}"
    ax = _axes(ax)
    mesh = ax.pcolormesh(x, y, values, **{**_colours(values, options), **options})
    if "volume_fraction" in frame.fields:
        _draw_cut_bodies(ax, frame)
    elif solid.any():
        grey = import_module("matplotlib.colors").ListedColormap([_SOLID])
        ax.pcolormesh(x, y, np.where(solid, 1.0, np.nan), cmap=grey)
        walls = import_module("matplotlib.collections").LineCollection(_walls(x, y, solid), colors=_INK, linewidths=0.8)
        ax.add_collection(walls, autolim=False)
    label = f"{name} / {frame.units[name]}" if name in frame.units else name
    ax.figure.colorbar(mesh, ax=ax, shrink=0.8, label=label)
    ax.set(xlabel=f"x / {length}", ylabel=f"y / {length}", title=title, aspect="equal")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value / size:g}")
    return ax


def series(results: Results, table: str, *columns: str, ax: Any = None) -> Any:
    """Columns of a table over time."""
    ax = _axes(ax)
    for column in columns:
        ax.plot(*results.series(table, column), label=column)
    ax.set_xlabel(results.time_symbol)
    ax.legend()
    return ax


def profile(results: Results, name: str, *columns: str, number: int = -1, ax: Any = None) -> Any:
    """Fields along a profile over the distance from its beginning."""
    ax = _axes(ax)
    table = results.profile(name, number)
    distance = title_of(table, "distance") or "distance"
    for column in columns:
        title = title_of(table, column)
        if title is None:
            raise KeyError(f"profile {name} has no column {column}; it has {', '.join(table)}")
        ax.plot(table[distance], table[title], label=title)
    ax.set_xlabel(distance)
    ax.legend()
    return ax


def spectrum(time: ArrayLike, values: ArrayLike, begin: float | None = None, ax: Any = None) -> Any:
    """Amplitudes over the frequency; see `slipflow.spectrum`."""
    ax = _axes(ax)
    frequency, amplitude = spectrum_of(time, values, begin)
    ax.semilogy(frequency[1:], amplitude[1:])
    ax.set(xlabel="frequency", ylabel="amplitude")
    return ax


def _colours(values: Floats, options: dict[str, Any]) -> dict[str, Any]:
    """The map of a field and, unless `options` have one, its range: that of the program's pictures."""
    inside = values[np.isfinite(values)]
    low, high = (float(inside.min()), float(inside.max())) if inside.size else (0.0, 1.0)
    size = max(abs(low), abs(high))
    is_signed = low < 0 < high
    if is_signed:
        low, high = (-size, size) if size > _NOISE else (-1.0, 1.0)
    elif high - low <= 1e-12 * size or size == 0:  # one colour, that of the middle
        half = 0.05 * size or 1.0
        low, high = 0.5 * (low + high) - half, 0.5 * (low + high) + half
    ends = {} if {"vmin", "vmax", "norm"} & set(options) else {"vmin": low, "vmax": high}
    return {"cmap": _SIGNED if is_signed else _UNSIGNED, **ends}


def _readable(width: float) -> tuple[str, float]:
    """The unit of length of a picture as wide as that, and its size in m.

    >>> _readable(25e-6)
    ('µm', 1e-06)
    """
    units = (("m", 1.0), ("mm", 1e-3), ("µm", 1e-6))
    return next((unit for unit in units if width >= (1 - 1e-9) * unit[1]), ("nm", 1e-9))


def _draw_cut_bodies(ax: Any, frame: Frame) -> None:
    """Bodies and their outlines, from the volume fractions of a mesh of two axes; at its sides as in the cells there."""
    x, y = (np.concatenate((faces[:1], centres, faces[-1:])) for faces, centres in zip(frame.faces, (frame.x, frame.y)))
    gas = np.pad(np.where(frame.solid, 0.0, frame["volume_fraction"]), 1, mode="edge")
    ax.contourf(x, y, gas, levels=(-1.0, 0.5), colors=_SOLID)
    ax.contour(x, y, gas, levels=(0.5,), colors=_INK, linewidths=0.8)


def _walls(x: Floats, y: Floats, solid: NDArray[np.bool_]) -> list[list[tuple[float, float]]]:
    """The faces between solid cells and others, as lines from point to point."""
    lines = []
    for j, i in zip(*np.nonzero(solid[:, 1:] != solid[:, :-1])):
        lines.append([(x[i + 1], y[j]), (x[i + 1], y[j + 1])])
    for j, i in zip(*np.nonzero(solid[1:] != solid[:-1])):
        lines.append([(x[i], y[j + 1]), (x[i + 1], y[j + 1])])
    return lines


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        pyplot = import_module("matplotlib.pyplot")
    except ImportError as error:
        raise Error("drawings need matplotlib: apt-get install python3-matplotlib") from error
    return pyplot.subplots(layout="constrained")[1]
