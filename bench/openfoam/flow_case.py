"""A case of slipflow as `slipflow check` prints it, and the same case on a polyMesh."""
import re
import shutil
import subprocess

# Only what the comparison needs is written.
OUTPUT = {
    "pictures": "none",
    "history_every": "1",
    "measures_every": "0",
    "checkpoint_every": "0",
    "checkpoint_at_end": "off",
}
SIDES = ("west", "east", "south", "north", "bottom", "top")


class Refused(Exception):
    """One sentence: what stops the comparison, for status 2."""


class Boundary:
    """The kind of a boundary and its options, as texts."""

    def __init__(self, line):
        self.kind, *words = line.split()
        self.options = dict(word.split("=", 1) for word in words)

    def without_name(self):
        options = [f"{key}={text}" for key, text in self.options.items() if key != "name"]
        return " ".join([self.kind, *options])


class FlowCase:
    """Values by section.key, in the order of the file; a key can have several."""

    def __init__(self, text):
        self.values, section = {}, ""
        for line in text.splitlines():
            line = line.split("  #")[0].strip()
            if line.startswith("#") or not line:
                continue
            if line.startswith("["):
                section = line.strip("[]") + "."
            else:
                key, value = line.split("=", 1)
                self.values.setdefault(section + key.strip(), []).append(value.strip())

    def text(self, key):
        return self.values[key][0]

    def number(self, key):
        return float(self.text(key))

    def sections(self, *names):
        """Their lines."""
        return "".join(
            f"{key} = {value}\n"
            for key, values in self.values.items()
            if key.split(".")[0] in names
            for value in values
        )

    @property
    def steady(self):
        return self.text("scheme.algorithm") != "piso"

    def boundaries(self, patches):
        """By the name of a patch; `patches` are those of the polyMesh."""
        found = {}
        for line in self.values.get("boundary.patch", []):
            found[Boundary(line).options["name"]] = Boundary(line)
        for side in SIDES:
            if f"boundary.{side}" in self.values:
                found[side] = Boundary(self.text(f"boundary.{side}"))
        for name, kind in patches.items():
            if kind not in ("empty", "cyclic") and name not in found:
                found[name] = Boundary("wall")  # a body, of whose options there are none
        return {name: found[name] for name in patches if name in found}

    def on_poly_mesh(self, folder, patches):
        """The text of the case with the mesh of a folder."""
        sections = {"": [], "mesh": [f"file = {folder}"]}
        for key, values in self.values.items():
            section, _, name = key.rpartition(".")
            if section not in ("mesh", "body", "boundary", "output"):
                sections.setdefault(section, []).extend(f"{name} = {value}" for value in values)
        sections["boundary"] = [
            f"patch = {boundary.without_name()} name={name}"
            for name, boundary in self.boundaries(patches).items()
            if patches[name] not in ("empty", "cyclic")
        ]
        sections["output"] = [f"{key} = {value}" for key, value in OUTPUT.items()]
        blocks = ["\n".join(([f"[{name}]"] if name else []) + lines) for name, lines in sections.items()]
        return "\n\n".join(blocks) + "\n"


def read_case(program, file, settings):
    """The case with all of its defaults."""
    return FlowCase(output_of([program, "check", file, *set_options(settings)]))


def write_mesh(program, file, settings, folder, keep):
    """Writes the polyMesh of a case; returns the largest angle of non-orthogonality in degrees.
    With `keep` the folder has to have it."""
    case = read_case(program, file, settings)
    source, made_of = file, folder.with_name("polyMesh.txt")
    if "mesh.file" in case.values:
        source, settings = file.parent / case.text("mesh.file"), []
    text = case.sections("mesh", "body")
    if keep and not (made_of.is_file() and made_of.read_text() == text):
        raise Refused(f"{folder} does not have the mesh of {file}; leave --reuse out")
    if not keep:
        made_of.unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        output_of([program, "convert", source, "--to", folder, *set_options(settings)])
        made_of.write_text(text)
    report = output_of([program, "convert", folder])
    return float(re.search(r"non-orthogonality +at most ([0-9.]+)", report).group(1))


def read_patches(folder):
    """The patches of a polyMesh: type by name."""
    text = (folder / "boundary").read_text()
    return dict(re.findall(r"(\w+)\s*\{[^}]*?\btype\s+(\w+)\s*;", text.split("(", 1)[1]))


def set_options(settings):
    return [word for setting in settings for word in ("--set", setting)]


def output_of(command):
    command = [str(word) for word in command]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Refused(f"{command[0]}: {error.strerror}") from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        raise Refused(f"`{' '.join(command)}` ended with status {done.returncode}: {said}")
    return done.stdout
