"""Runs a case for many values of its keys, and reads the results."""
from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from slipflow.case import Case, Value, text_of
from slipflow.program import Error, ExitStatus, call
from slipflow.results import Results
from slipflow.running import Name, options_of
from slipflow.tables import Columns, read_columns, read_table

_STOPPED = (ExitStatus.INTERRUPTED, ExitStatus.TERMINATED)


class Sweep:
    """What `slipflow sweep` wrote to a folder: a run for each job.

        sweep = slipflow.Sweep("out/microchannel_sweep")
        sweep.table                                 # a DataFrame: swept keys, status and summary of each job
        for values, results in sweep:               # of the jobs that are done
            print(values["gas.knudsen"], results.frame().mean("p"))
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._jobs()

    def __repr__(self) -> str:
        return f"Sweep({str(self.folder)!r})"

    @property
    def table(self) -> Any:
        """sweep.csv as a DataFrame if pandas is installed, else its `columns`."""
        return read_table(self.folder / "sweep.csv")

    def columns(self) -> Columns:
        """The columns of sweep.csv as NumPy arrays."""
        return read_columns(self.folder / "sweep.csv")

    @property
    def statuses(self) -> dict[str, str]:
        """done, failed, stopped or waiting, by the names of the jobs."""
        return {job["job"]: job["status"] for job in self._jobs()}

    def __len__(self) -> int:
        """The number of jobs, done or not."""
        return len(self._jobs())

    def __iter__(self) -> Iterator[tuple[dict[str, str], Results]]:
        """The swept keys with their values, and the results, of each job that is done."""
        for job in self._jobs():
            if job["status"] == "done":
                yield dict(job["values"]), Results(self.folder / job["job"])

    def _jobs(self) -> list[dict[str, Any]]:
        file = self.folder / "sweep.json"
        try:
            jobs = json.loads(file.read_text(encoding="utf-8"))["jobs"]
            for job in jobs:
                job["job"], job["status"], dict(job["values"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise Error(f"{file}: is no table of a sweep: {error}") from error
        return list(jobs)


def sweep(
    case: Case | Name,
    over: Mapping[str, Sequence[Value]],
    output: Name | None = None,
    *,
    zip: bool = False,
    set: Mapping[str, Value] | None = None,
    device: str | int | None = None,
    backend: str | None = None,
    jobs: int | None = None,
    steps: int | None = None,
    overwrite: bool = False,
    retry: bool = False,
    progress: Callable[[str], object] | None = None,
    options: Sequence[str] = (),
) -> Sweep:
    """Runs a case for all combinations of the values of some keys, with `zip` for the first values, the second, ...

        sweep = slipflow.sweep("channel.cfg", {"gas.knudsen": [0.01, 0.02], "gas.mach": [1.5, 3]}, backend="serial")

    The keywords are the options of `slipflow sweep`. Finished jobs are skipped, interrupted ones resume. Without
    `output` the folder is out/CASE_sweep. Raises Error if a job fails; the results of the others are there then.
    """
    words = [word for key, values in over.items() for word in ("--over", _swept(key, values))]
    words += [word for key, value in (set or {}).items() for word in ("--set", f"{key}={text_of(value)}")]
    words += options_of(zip=zip, device=device, backend=backend, jobs=jobs, steps=steps)
    words += options_of(overwrite=overwrite, retry=retry, quiet=progress is None)
    changed = case if isinstance(case, Case) else Case(case)
    if output is None and changed.file is None:
        raise Error("a sweep of a case without a file needs `output`, the folder of its results")
    folder = Path(output or f"out/{changed.file.stem if changed.file else ''}_sweep")
    with changed.arguments() as arguments:
        done = call(["sweep", *arguments, "--output", str(folder), *words, *options], progress)
        done.warn()
        if done.status in _STOPPED:
            raise Error(f"the sweep was stopped; the same call resumes it in {folder}", done.status)
        done.require_success()
    return Sweep(folder)


def _swept(key: str, values: Sequence[Value]) -> str:
    """The text of --over.

    >>> _swept("gas.knudsen", [0.1, 0.2]), _swept("body.rectangle", ["1 0 2 1 name=a,b", "off"])
    ('gas.knudsen=0.1,0.2', 'body.rectangle=1 0 2 1 name=a,b;off')
    """
    if isinstance(values, str):
        raise Error(f"{key}: a sweep takes a list of values, not {values!r}")
    texts = [text_of(value) for value in values]
    between = ";" if any("," in text for text in texts) else ","
    if between == ";" and len(texts) == 1:
        raise Error(f"{key}: one value with commas is no list of values; give it to `set`")
    return f"{key}={between.join(texts)}"
