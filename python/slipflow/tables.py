"""Tables (.csv) as NumPy arrays, and as DataFrames where pandas is installed."""
from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from slipflow.program import Error
from slipflow.vtk_files import Array

#: The columns of a table by name: arrays of numbers, or of texts where a value is none.
Columns = dict[str, Array]


def read_columns(file: str | os.PathLike[str]) -> Columns:
    """The columns of a table; raises Error if it is none. A last line without an end is left out: the run writes it.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".csv") as out:
    ...     _ = out.write("# a comment\\nstep,time\\n1,0.5\\n2,1.0\\n")
    ...     out.flush()
    ...     read_columns(out.name)
    {'step': array([1, 2]), 'time': array([0.5, 1. ])}
    """
    path = Path(file)
    try:
        with open(path, newline="", encoding="utf-8-sig") as stream:
            text = stream.read()
        whole = io.StringIO(text[: text.rfind("\n") + 1], newline="")
        rows = list(csv.reader(line for line in whole if not line.startswith("#")))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Error(f"{path}: cannot be read as a table: {error}") from error
    if not rows:
        raise Error(f"{path}: has no columns")
    names, *lines = rows
    for number, line in enumerate(lines, 2):
        if len(line) != len(names):
            raise Error(f"{path}: row {number} has {len(line)} values for {len(names)} columns")
    return {name.strip(): _numbers([line[k] for line in lines]) for k, name in enumerate(names)}


def title_of(columns: Columns, name: str) -> str | None:
    """The title of the column of that name, whose unit may be left out; None if there is none.

    >>> title_of({"time [s]": np.array([0.5])}, "time")
    'time [s]'
    """
    return next((title for title in columns if name in (title, _without_unit(title))), None)


def _without_unit(title: str) -> str:
    return title.rpartition(" [")[0] if title.endswith("]") and " [" in title else title


#: Names of the column of times, with their symbols: in time, in a march to a steady state, of iterations.
TIME_SYMBOLS = {"time": "t", "pseudo_time": "pseudo-time", "iteration": "iteration"}


def time_column(columns: Iterable[str]) -> str | None:
    """The name of the column of times, without a unit; None if there is none.

    >>> time_column(["step", "pseudo_time [s]"])
    'pseudo_time'
    """
    names = (_without_unit(title) for title in columns)
    return next((name for name in names if name in TIME_SYMBOLS), None)


def read_table(file: str | os.PathLike[str]) -> Any:
    """A table as a DataFrame of pandas if it is installed, else as `read_columns`."""
    columns = read_columns(file)
    try:
        pandas = import_module("pandas")
    except ImportError:
        return columns
    return pandas.DataFrame(columns)


def _numbers(texts: list[str]) -> Array:
    for kind in (np.int64, np.float64):
        try:
            return np.array(texts, dtype=kind)
        except (ValueError, OverflowError):
            continue
    return np.array(texts)
