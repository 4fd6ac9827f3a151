"""Drawings with matplotlib. Each draws into `ax`, else into a new figure, and returns the axes.

    from slipflow import plots
    plots.field(results, "p").figure.savefig("p.png")
"""
from __future__ import annotations

from importlib import import_module
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike

from slipflow.frames import Cells, Frame
from slipflow.program import Error
from slipflow.results import Results
from slipflow.spectra import spectrum as spectrum_of
from slipflow.tables import title_of
from slipflow.vtk_files import Floats

_SOLID = "0.55"  # grey
_SIGNED = "RdBu_r"
_UNSIGNED = "viridis"


def field(
    source: Union[Results, Frame, Cells],
    name: str,
    *,
    number: int = -1,
    plane: float | None = None,
    ax: Any = None,
    **options: Any,
) -> Any:
    """A field of a frame with its solid cells in grey and a colour bar. Fields of both signs get a diverging map.

    A mesh of three axes is cut by the plane z = `plane`, by default in its middle. `options` are those of pcolormesh,
    such as vmin, vmax, cmap.
    """
    frame = source.frame(number) if isinstance(source, Results) else source
    if not isinstance(frame, Frame) or len(frame.faces) < 2:
        raise Error("only fields on meshes with two or three axes are drawn; ParaView draws polyhedra")
    values, solid = frame[name], frame.solid
    if values.ndim > solid.ndim:
        raise Error(f"{name} is a vector; draw its length or a component")
    symbol = source.time_symbol if isinstance(source, Results) else "t"
    title = f"{name}, {symbol} = {frame.time:.4g}"
    if solid.ndim == 3:
        middle = 0.5 * (frame.faces[2][0] + frame.faces[2][-1])
        layer = int(np.argmin(np.abs(frame.z - (middle if plane is None else plane))))
        values, solid, title = values[layer], solid[layer], f"{title}, z = {frame.z[layer]:.4g}"
    ax = _axes(ax)
    x, y = frame.faces[:2]
    mesh = ax.pcolormesh(x, y, values, **{**_colours(values, options), **options})
    if solid.any():
        grey = import_module("matplotlib.colors").ListedColormap([_SOLID])
        ax.pcolormesh(x, y, np.where(solid, 1.0, np.nan), cmap=grey)
    ax.figure.colorbar(mesh, ax=ax, shrink=0.8)
    ax.set(xlabel="x", ylabel="y", title=title, aspect="equal")
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
    """A diverging map, even in both directions, for values of both signs."""
    inside = values[np.isfinite(values)]
    if inside.size == 0 or inside.min() >= 0 or inside.max() <= 0:
        return {"cmap": _UNSIGNED}
    most = float(np.abs(inside).max())
    even = {} if {"vmin", "vmax", "norm"} & set(options) else {"vmin": -most, "vmax": most}
    return {"cmap": _SIGNED, **even}


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        pyplot = import_module("matplotlib.pyplot")
    except ImportError as error:
        raise Error("drawings need matplotlib: apt-get install python3-matplotlib") from error
    return pyplot.subplots(layout="constrained")[1]
