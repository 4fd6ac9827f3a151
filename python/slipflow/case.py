"""Case files: read, changed with their comments kept, checked and written."""
from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from slipflow.case_lines import Line, lines_of, place_of_new_line
from slipflow.program import Error, call
from slipflow.units import numbers_in

_LARGEST_FILE = 1 << 20
# The name of a derived number, filled with blanks to 25 characters, and its text.
_DERIVED = re.compile(r"(.{24} |\S{25,}) (\S.*)")
# Not within a word, such as that of CT1 or rho0.
_NUMBER = re.compile(r"(?<![\w.^-])[+-]?[0-9]+\.?[0-9]*(?:e[+-]?[0-9]+)?(?![\w.])")
#: What a key may be set to: its text, a number, True (on) or False (off), or several numbers, also those of NumPy.
Value = Union[str, int, float, bool, Sequence[float], np.generic, NDArray[Any]]


@dataclass
class Check:
    """What `slipflow check` found."""

    case: Case  #: with every default
    lines: list[str] = field(default_factory=list)  #: on derived numbers, as the program prints them
    warnings: list[str] = field(default_factory=list)

    @property
    def derived(self) -> dict[str, list[float]]:
        """The numbers of each line by its name, in their order; units are in `lines`.

        >>> lines = ["cells                     40 x 20 = 800", "factors                   A = 0.5, B = 2e-05",
        ...          "                          CT1 = -1.5"]
        >>> Check(Case.from_text(""), lines).derived
        {'cells': [40.0, 20.0, 800.0], 'factors': [0.5, 2e-05, -1.5]}
        """
        numbers: dict[str, list[float]] = {}
        name = ""
        for line in self.lines:
            found = _DERIVED.fullmatch(line)
            name = found[1].strip() or name if found else name
            if found and name:
                numbers.setdefault(name, []).extend(float(one) for one in _NUMBER.findall(found[2]))
        return {name: values for name, values in numbers.items() if values}


class Case:
    """A case file. Keys are written section.key; those before the first section have no section.

    >>> case = Case.from_text('''
    ... title = Channel
    ... [gas]
    ... knudsen = 0.05   # at the outlet
    ... [body]
    ... rectangle = 1 0 2 0.5
    ... rectangle = 4 0 5 0.5
    ... ''')
    >>> case["gas.knudsen"], case.number("gas.knudsen"), case.all("body.rectangle")
    ('0.05', 0.05, ['1 0 2 0.5', '4 0 5 0.5'])

    Comments and the order of lines are kept.

    >>> case["gas.knudsen"] = 0.1
    >>> case["time.end"] = 20
    >>> case.set_all("body.rectangle", ["1 0 2 0.5"])
    >>> case.add("output.probe", (3, 0.25))
    >>> print(case.text, end="")
    title = Channel
    [gas]
    knudsen = 0.1   # at the outlet
    [body]
    rectangle = 1 0 2 0.5
    <BLANKLINE>
    [time]
    end = 20
    <BLANKLINE>
    [output]
    probe = 3 0.25
    """

    def __init__(self, file: str | os.PathLike[str]) -> None:
        """Reads a file; raises Error if it cannot be read. Its keys are not checked before `check` or a run."""
        self.file: Path | None = Path(file)
        self._folder: Path | None = None
        self._lines = lines_of(_read(self.file))

    @classmethod
    def from_text(cls, text: str, folder: str | os.PathLike[str] | None = None) -> Case:
        """A case without a file. `folder` is where the files are that it names; then it must be writable."""
        case = cls.__new__(cls)
        case.file = None
        case._folder = None if folder is None else Path(folder)
        case._lines = lines_of(text.removeprefix("\n"))
        return case

    def copy(self) -> Case:
        """A second case with the same text, which can be changed by itself."""
        case = Case.from_text(self.text, self._folder)
        case.file = self.file
        return case

    @property
    def text(self) -> str:
        """The text of the file, with a line end after each line."""
        return "".join(line.text + "\n" for line in self._lines)

    def __iter__(self) -> Iterator[str]:
        """The keys, each once, in the order of the file."""
        return iter(dict.fromkeys(line.key for line in self._lines if line.key))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __contains__(self, key: object) -> bool:
        return any(line.key == key for line in self._lines)

    def __getitem__(self, key: str) -> str:
        """The text of a key that occurs once."""
        values = self.all(key)
        if not values:
            raise KeyError(f"the case does not set {key}")
        if len(values) > 1:
            raise KeyError(f"{key} occurs {len(values)} times; use all()")
        return values[0]

    def get(self, key: str, default: str | None = None) -> str | None:
        """The text of a key, or the default where the case does not set it."""
        return self[key] if key in self else default

    def number(self, key: str) -> float:
        """The value of a key that is one number; with a unit, it is in SI units.

        >>> Case.from_text("[units]\\nlength = 5 um").number("units.length")
        5e-06
        """
        numbers, rest = numbers_in(self[key])
        if len(numbers) != 1 or rest:
            raise ValueError(f"{key} = {self[key]} is not one number")
        return numbers[0]

    def numbers(self, key: str) -> list[float]:
        """The numbers at the beginning of the value; with a unit, they are in SI units.

        >>> Case.from_text("[mesh]\\nx = 0 20 um").numbers("mesh.x")
        [0.0, 2e-05]
        >>> Case.from_text("[body]\\nrectangle = 1 0 2 0.5 slip=off").numbers("body.rectangle")
        [1.0, 0.0, 2.0, 0.5]
        """
        return numbers_in(self[key])[0]

    def all(self, key: str) -> list[str]:
        """The texts of a repeatable key, in the order of the file."""
        return [line.value for line in self._lines if line.key == key]

    def __setitem__(self, key: str, value: Value) -> None:
        """Sets a key that occurs at most once."""
        if len(self.all(key)) > 1:
            raise KeyError(f"{key} occurs more than once; use set_all()")
        self.set_all(key, [value])

    def set_all(self, key: str, values: Iterable[Value]) -> None:
        """Replaces all occurrences of a key; lines that remain keep their comments."""
        texts = [text_of(value) for value in values]
        old = [line for line in self._lines if line.key == key]
        for line, text in zip(old, texts):
            line.set(text)
        for text in texts[len(old) :]:
            self._insert(key, text)
        unused = {id(line) for line in old[len(texts) :]}
        self._lines = [line for line in self._lines if id(line) not in unused]

    def add(self, key: str, value: Value) -> None:
        """Adds an occurrence of a repeatable key, such as a body or a probe, after the last one."""
        self._insert(key, text_of(value))

    def __delitem__(self, key: str) -> None:
        """Removes every occurrence, so that the key has its default."""
        if key not in self:
            raise KeyError(f"the case does not set {key}")
        self.set_all(key, [])

    def write(self, file: str | os.PathLike[str], overwrite: bool = False) -> None:
        """Writes the case to a file. Names of files in it are relative to that file."""
        try:
            with open(file, "w" if overwrite else "x", encoding="utf-8", errors="surrogateescape") as out:
                out.write(self.text)
        except OSError as error:
            raise Error(f"{os.fspath(file)} cannot be written: {error.strerror}", 5) from error

    def check(self) -> Check:
        """`slipflow check`: the case with every default, derived numbers, warnings. Raises Error if it is refused."""
        with self.arguments() as arguments:
            output = call(["check", *arguments])
            output.require_success()
        text = "\n".join(output.lines)
        resolved, _, notes = text.partition("\n# Derived numbers\n")
        case = Case.from_text(resolved, self._folder_of_files())
        lines = [line.removeprefix("# ") for line in notes.split("\n") if line]
        warned = [line.removeprefix("WARNING").strip() for line in lines if line.startswith("WARNING")]
        return Check(case, [line for line in lines if not line.startswith("WARNING")], warned)

    @contextmanager
    def arguments(self) -> Iterator[list[str]]:
        """What the program is given for this case: its file with the changed keys as --set, or a temporary file."""
        changes = self._changes()
        if self.file is not None and changes is not None:
            yield [str(self.file), *changes]
            return
        folder = self._folder_of_files()
        with tempfile.TemporaryDirectory(prefix="slipflow-") as made:
            try:
                handle, name = tempfile.mkstemp(".cfg", "slipflow-", folder or made)
            except OSError as error:
                raise Error(f"no case can be written to {folder}: {error.strerror}", 5) from error
            os.close(handle)
            try:
                self.write(name, overwrite=True)
                yield [name]
            except Error as error:
                raise Error(error.message.replace(name, "<text>"), error.status) from None
            finally:
                os.unlink(name)

    def _folder_of_files(self) -> Path | None:
        """To which names of files in the case are relative."""
        return self._folder or (self.file.parent if self.file else None)

    def _changes(self) -> list[str] | None:
        """The changed keys as options. None if --set cannot express them: there is no file, or keys were removed."""
        if self.file is None:
            return None
        before = Case.from_text(_read(self.file))
        words: list[str] = []
        for key in dict.fromkeys([*before, *self]):
            values = self.all(key)
            if values == before.all(key):
                continue
            if not values:
                return None
            for value in values:
                words += ["--set", f"{key}={value}"]
        return words

    def _insert(self, key: str, text: str) -> None:
        section, _, name = key.rpartition(".")
        if not re.fullmatch(r"[a-z_0-9.]*", section) or not re.fullmatch(r"\w+", name):
            raise Error(f"'{key}' must be section.key")
        place, before = place_of_new_line(self._lines, section, key)
        self._lines[place:place] = [*before, Line(f"{name} = {text}", key, text)]

    def __repr__(self) -> str:
        return f"Case({str(self.file)!r})" if self.file else f"<Case of {len(self)} keys>"


def text_of(value: Value) -> str:
    """A value in the notation of case files.

    >>> text_of(0.1), text_of(True), text_of((40, 20)), text_of("wall slip=off"), text_of(np.array([0.5, 2]))
    ('0.1', 'on', '40 20', 'wall slip=off', '0.5 2')
    """
    if isinstance(value, (np.generic, np.ndarray)):
        return text_of(value.tolist())
    if isinstance(value, str):
        text = value.strip()
    elif isinstance(value, bool):
        text = "on" if value else "off"
    elif isinstance(value, Sequence):
        text = " ".join(text_of(one) for one in value)
    elif float(value).is_integer() and abs(value) < 1e15:
        text = str(int(value))
    else:
        text = repr(float(value))
    if "#" in text or "\n" in text or "\r" in text:
        raise Error(f"a value must be one line without '#', not {text!r}")
    return text


def _read(file: Path) -> str:
    try:
        with open(file, "rb") as stream:
            content = stream.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise Error(f"{file}: {error.strerror}") from error
    if len(content) > _LARGEST_FILE:
        raise Error(f"{file}: is larger than 1 MiB, the limit of a case file")
    return content.decode("utf-8-sig", errors="surrogateescape")
