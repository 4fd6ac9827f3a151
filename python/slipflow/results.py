"""The results of a run."""
from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Union

import numpy as np

from slipflow.case import Case
from slipflow.checkpoint import Checkpoint
from slipflow.frames import Cells, Frame, read_frame
from slipflow.program import Error
from slipflow.tables import TIME_SYMBOLS, Columns, read_columns, read_table, time_column, title_of
from slipflow.vtk_files import Floats, read_sources

_CHECKPOINT = re.compile(r"step_(\d+)\.ckpt")
_PROFILE = re.compile(r"(.+)_(\d+)\.csv")
_ROUNDING = 1e-9  # of the length of a run


class Results:
    """What `slipflow run` wrote to a folder; the run may still continue.

        results = slipflow.Results("out/quickstart")
        frame = results.frame()                     # the last one
        frame["p"][j, i], frame.x[i], frame.y[j]
        results.table("history")                    # a DataFrame
        time, v = results.series("probes", "wake_v")
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        if not (self.folder / "fields.pvd").is_file() and not (self.folder / "run.log").is_file():
            raise Error(f"{self.folder}: holds no results of slipflow")

    def __repr__(self) -> str:
        return f"Results({str(self.folder)!r})"

    @property
    def summary(self) -> dict[str, Any]:
        """The numbers of summary.json, which a run writes at its end; raises Error as long as it computes."""
        file = self.folder / "summary.json"
        if not self._has_ended():
            raise Error(f"{file}: there is none of this run yet")
        try:
            summary = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise Error(f"{file}: cannot be read: {error}") from error
        if not isinstance(summary, dict):
            raise Error(f"{file}: has no numbers by name")
        return summary

    @property
    def stopped_by(self) -> str:
        """Why the run ended, such as end, steady, max_steps or max_hours; empty for one that continues or was broken
        off. A run with status 4 may have stalled, or ended with max_steps."""
        return str(self.summary.get("stopped_by", "")) if self._has_ended() else ""

    @cached_property
    def case(self) -> Case:
        """The case as it ran, with every key."""
        return Case(self._case_file())

    def _case_file(self) -> Path:
        """The run writes it first. Where case.cfg is the user's, it has the other name."""
        resolved = self.folder / "case.resolved.cfg"
        return resolved if resolved.is_file() else self.folder / "case.cfg"

    def _has_ended(self) -> bool:
        """Whether there is a summary. One that is older than the case is of the part before a restart."""
        try:
            ended = (self.folder / "summary.json").stat().st_mtime_ns
            return ended >= self._case_file().stat().st_mtime_ns
        except FileNotFoundError:
            return (self.folder / "summary.json").is_file()

    def _frames(self) -> list[tuple[float, Path]]:
        file = self.folder / "fields.pvd"
        if not file.is_file():
            return []
        sources = read_sources(file)[1]
        try:
            return [(float(one.get("timestep", "nan")), self.folder / one["file"]) for one in sources]
        except ValueError as error:
            raise Error(f"{file}: a timestep is no number: {error}") from error

    @property
    def time_symbol(self) -> str:
        """What the times are: "t", or "pseudo-time" or "iteration" on the way to a steady state."""
        columns = self.columns("history") if "history" in self.tables else {}
        return TIME_SYMBOLS[time_column(columns) or "time"]

    @property
    def time_unit(self) -> str:
        """The SI unit of the times; empty without one."""
        columns = self.columns("history") if "history" in self.tables else {}
        title = title_of(columns, time_column(columns) or "time") or ""
        return title.rpartition(" [")[2][:-1] if title.endswith("]") else ""

    @property
    def times(self) -> Floats:
        """The times of the frames."""
        return np.array([time for time, _ in self._frames()])

    def __len__(self) -> int:
        """The number of frames."""
        return len(self._frames())

    def frame(self, number: int = -1, *, time: float | None = None) -> Union[Frame, Cells]:
        """A frame by its number (from the end if it is negative), or the one next to a time of the run.

        A `Frame` of a box, `Cells` of polyhedra. Raises Error for a time before the first frame or after the last one.
        """
        frames = self._frames()
        if not frames:
            raise Error(f"{self.folder}: has no frames yet")
        if time is not None:
            number = _next_to(np.array([one for one, _ in frames]), time, self.folder)
        if not -len(frames) <= number < len(frames):
            raise IndexError(f"there are {len(frames)} frames")
        return read_frame(frames[number][1])

    def frames(self) -> Iterator[Union[Frame, Cells]]:
        """All frames, one after the other."""
        for _, file in self._frames():
            yield read_frame(file)

    @property
    def tables(self) -> list[str]:
        """The names of the tables, such as history and profiles/axis_000000."""
        files = [*self.folder.glob("*.csv"), *self.folder.glob("*/*.csv")]
        return sorted(file.relative_to(self.folder).with_suffix("").as_posix() for file in files)

    def columns(self, table: str) -> Columns:
        """The columns of a table as NumPy arrays."""
        return read_columns(self._table(table))

    def table(self, table: str) -> Any:
        """A table as a DataFrame if pandas is installed, else its `columns`."""
        return read_table(self._table(table))

    def series(self, table: str, column: str) -> tuple[Floats, Floats]:
        """The times and the values of a column, whose unit may be left out: "mass" for "mass [kg/m]"."""
        columns = self.columns(table)
        found = []
        for name in (time_column(columns) or "time", column):
            title = title_of(columns, name)
            if title is None:
                raise KeyError(f"table {table} has no column {name}; it has {', '.join(columns)}")
            found.append(np.asarray(columns[title], np.float64))
        return found[0], found[1]

    @property
    def profiles(self) -> list[str]:
        """The names of the profiles."""
        found = (_PROFILE.fullmatch(file.name) for file in (self.folder / "profiles").glob("*.csv"))
        return sorted({match[1] for match in found if match})

    def profile(self, name: str, number: int = -1) -> Columns:
        """A profile at a frame, counted as in `frame`: distance, x, y and the fields along it."""
        files = sorted((self.folder / "profiles").glob("*.csv"))
        matches = ((_PROFILE.fullmatch(file.name), file) for file in files)
        own = [file for match, file in matches if match and match[1] == name]
        if not own:
            raise KeyError(f"there is no profile {name}; there are {', '.join(self.profiles) or 'none'}")
        if not -len(own) <= number < len(own):
            raise IndexError(f"profile {name} is there {len(own)} times")
        return read_columns(own[number])

    @property
    def checkpoints(self) -> list[Path]:
        """The files of the checkpoints, the latest last."""
        files = list((self.folder / "checkpoint").glob("step_*.ckpt"))
        steps = {file: _CHECKPOINT.fullmatch(file.name) for file in files}
        kept = [(int(match[1]), file) for file, match in steps.items() if match]
        return [file for _, file in sorted(kept)]

    def checkpoint(self, number: int = -1) -> Checkpoint:
        """A checkpoint, the latest if no other is named."""
        files = self.checkpoints
        if not files:
            raise Error(f"{self.folder}: has no checkpoint")
        return Checkpoint(files[number])

    def _table(self, name: str) -> Path:
        file = self.folder / f"{name.removesuffix('.csv')}.csv"
        if not file.is_file():
            raise KeyError(f"there is no table {name}; there are {', '.join(self.tables)}")
        return file


def _next_to(times: Floats, time: float, folder: Path) -> int:
    """The number of the frame next to a time between the first and the last one.

    >>> _next_to(np.array([0.0, 1.0, 3.0]), 2.1, Path("out"))
    2
    """
    first, last = float(times.min()), float(times.max())
    slack = _ROUNDING * max(abs(first), abs(last))
    if not first - slack <= time <= last + slack:
        raise Error(f"{folder}: there is no frame at {time:g}: the frames are from {first:g} to {last:g}")
    return int(np.argmin(np.abs(times - time)))
