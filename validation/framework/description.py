"""The description of a case, `case.toml` in its folder; validation/README.md lists
its keys.

A run has three forms. `normal` is meant for two cores, `small` for the tests, `full` for a GPU;
each has its own settings, tolerances and results. A run takes part in `normal` unless it says
`normal = false`, in the others if it has settings for them, if only an empty list."""
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

FORMS = ("normal", "small", "full")
_CASE_KEYS = {"title", "source", "about", "remarks", "runs", "quantities"}
_RUN_KEYS = {
    "label",
    "case",
    "program",
    "mesh",
    "set",
    "normal",
    "small",
    "full",
    "backend",
    "start_from",
    "expect",
    "tolerance",
    "report",
}
_QUANTITY_KEYS = {"text", "tolerance", "small", "full"}


class DescriptionError(Exception):
    """One sentence that names the file and what is wrong in it."""


@dataclass(frozen=True)
class Tolerance:
    """How far a value may be off: absolutely, or in parts of the expected one."""

    size: float
    relative: bool

    @staticmethod
    def parse(text):
        """`0.5 %` is relative, a number alone absolute, in the units of the value."""
        relative = str(text).endswith("%")
        size = float(str(text).rstrip("% "))
        if not size > 0:
            raise ValueError(f"a tolerance must be above 0, not {text}")
        return Tolerance(size / 100 if relative else size, relative)

    def allows(self, expected, found):
        return abs(found - expected) <= self.size * (abs(expected) if self.relative else 1)

    def __str__(self):
        return f"{100 * self.size:g} %" if self.relative else f"{self.size:g}"


@dataclass
class Run:
    """One run of the program, or of a test program, and what is expected of it."""

    name: str
    label: str
    file: Path | None  # case file, for `slipflow run`
    program: list  # or a program of the build folder with its options
    settings: dict  # form -> list of section.key=value; forms it takes part in
    backend: str | None  # serial, where the mesh is too small for a device
    expect: dict  # quantity -> number, or a bound: "< 1e-3", "> 2"
    tolerance: dict  # quantity -> text, instead of the quantity's own
    start_from: "Run | None"  # an earlier run, whose last frame is the start
    report: list  # quantities of which nothing is expected, shown in the report
    mesh: list  # a script in the folder of the case and its arguments, which makes the mesh.file of the run

    def start_in(self, form):
        """The run this one starts from in this form, or None."""
        return self.start_from if self.start_from and form in self.start_from.settings else None


@dataclass
class Case:
    name: str
    folder: Path
    title: str
    source: str
    about: str
    remarks: str
    runs: list
    quantities: dict = field(default_factory=dict)  # name -> {text, tolerance, small, full}

    def runs_of(self, form):
        return [run for run in self.runs if form in run.settings]

    def tolerance(self, run, quantity, form):
        """That of the form, else of the run, else of the quantity."""
        own = self.quantities[quantity]
        text = own.get(form) or run.tolerance.get(quantity) or own.get("tolerance")
        if text is None:
            raise DescriptionError(f"{self.folder}/case.toml: '{quantity}' has no tolerance")
        return Tolerance.parse(text)


def load_case(folder):
    """Reads and checks folder/case.toml."""
    file = Path(folder) / "case.toml"
    try:
        table = tomllib.loads(file.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise DescriptionError(f"{file}: {error}") from None
    _require(file, table, _CASE_KEYS, needed=("title", "source", "about", "runs", "quantities"))
    for name, quantity in table["quantities"].items():
        _require(f"{file}: quantities.{name}", quantity, _QUANTITY_KEYS, needed=("text",))
    runs = _load_runs(file, table["runs"])
    case = Case(
        file.parent.name,
        file.parent,
        table["title"],
        table["source"],
        table["about"],
        table.get("remarks", ""),
        runs,
        table["quantities"],
    )
    for run in runs:
        for quantity in [*run.expect, *run.tolerance, *run.report]:
            if quantity not in case.quantities:
                raise DescriptionError(
                    f"{file}: runs.{run.name} has '{quantity}', which is not one of "
                    f"the quantities {', '.join(case.quantities)}"
                )
    return case


def _load_runs(file, table):
    runs = {}
    for name, entry in table.items():
        start = entry.get("start_from")
        if start and start not in runs:
            raise DescriptionError(
                f"{file}: runs.{name} starts from '{start}', which is no run before it"
            )
        runs[name] = _load_run(file, name, entry, runs.get(start))
    return list(runs.values())


def joined(common, more):
    """Settings, of which those of a form replace others of the same key."""
    keys = {setting.split("=", 1)[0] for setting in more}
    return [setting for setting in common if setting.split("=", 1)[0] not in keys] + more


def _load_run(file, name, entry, start):
    _require(f"{file}: runs.{name}", entry, _RUN_KEYS, needed=("label",))
    if ("case" in entry) == ("program" in entry):
        raise DescriptionError(f"{file}: runs.{name} needs either 'case' or 'program'")
    common = entry.get("set", [])
    settings = {form: joined(common, entry[form]) for form in ("small", "full") if form in entry}
    if entry.get("normal", True) is not False:
        settings["normal"] = joined(common, entry.get("normal", []))
    path = file.parent / entry["case"] if "case" in entry else None
    return Run(
        name,
        entry["label"],
        path,
        entry.get("program", []),
        settings,
        entry.get("backend"),
        entry.get("expect", {}),
        entry.get("tolerance", {}),
        start,
        entry.get("report", []),
        _script(file, name, entry),
    )


def _script(file, name, entry):
    """The command of the script that makes a mesh, without the folder that it is told last."""
    if "mesh" not in entry:
        return []
    script = file.parent / entry["mesh"][0]
    if "case" not in entry or not script.is_file():
        raise DescriptionError(
            f"{file}: runs.{name}: 'mesh' needs 'case' and names a script in its folder; there is no"
            f" {script}"
        )
    return [str(script), *map(str, entry["mesh"][1:])]


def _require(where, table, allowed, needed):
    for key in table:
        if key not in allowed:
            raise DescriptionError(
                f"{where}: unknown key '{key}'; allowed are {', '.join(sorted(allowed))}"
            )
    for key in needed:
        if key not in table:
            raise DescriptionError(f"{where}: there is no '{key}'")
