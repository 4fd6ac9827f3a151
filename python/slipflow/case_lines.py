"""The lines of a case file."""
from __future__ import annotations

import re
from dataclasses import dataclass

# Blanks, key, equals sign; the value; blanks and comment.
_SETTING = re.compile(r"([^=#]*=[ \t]*)([^#]*?)([ \t]*(?:#.*)?)")
_SECTION = re.compile(r"\s*\[([^#]*)\]\s*(?:#.*)?")


@dataclass
class Line:
    """A line, and its key and value if it has one; `section` if it begins one."""

    text: str
    key: str = ""
    value: str = ""
    section: str | None = None

    def set(self, value: str) -> None:
        """Replaces the value and keeps the comment."""
        parts = _SETTING.fullmatch(self.text)
        assert parts
        before = parts[1] if parts[1][-1] in " \t" else parts[1] + " "
        self.text, self.value = f"{before}{value}{parts[3]}", value


def lines_of(text: str) -> list[Line]:
    """The lines of a text; those that are neither section nor setting are kept as they are.

    >>> [line.key for line in lines_of("title = A\\n[gas]\\nknudsen = 0.05 # Kn\\n\\n")]
    ['title', '', 'gas.knudsen', '']
    """
    lines: list[Line] = []
    section = ""
    for one in text.removesuffix("\n").split("\n"):
        one = one.removesuffix("\r")
        header = _SECTION.fullmatch(one)
        setting = _SETTING.fullmatch(one)
        if header:
            section = header[1]
            lines.append(Line(one, section=section))
        elif setting and setting[1].rstrip("= \t").strip():
            name = setting[1].rstrip(" \t")[:-1].strip()
            lines.append(Line(one, f"{section}.{name}" if section else name, setting[2].strip()))
        else:
            lines.append(Line(one))
    return lines


def place_of_new_line(lines: list[Line], section: str, key: str) -> tuple[int, list[Line]]:
    """Where a new line of a key belongs, and the lines that must precede it there: after the last one of the key,
    else at the end of its section, else in a new section."""
    same = [number for number, line in enumerate(lines) if line.key == key]
    if same:
        return same[-1] + 1, []
    if not section:
        return 0, []
    inside, last = False, None
    for number, line in enumerate(lines):
        if line.section is not None:
            inside = line.section == section
        if inside and (line.key or line.section is not None):
            last = number
    if last is not None:
        return last + 1, []
    blank = [Line("")] if lines and lines[-1].text else []
    return len(lines), [*blank, Line(f"[{section}]", section=section)]
