"""The commands of the tutorials run as they are written, one page after the other in one folder: each leaves its own
results. A short form: one step on one core. Run by ctest with the program."""
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
PROGRAM = "slipflow"
PAGES = [ROOT / "docs/first-flow.md", *sorted(ROOT.glob("docs/tutorials/*.md"))]
COMMAND = re.compile(r"(?:    )?((?:mpirun -n \d+ )?(?:slipflow|script/run|mkdir|gmsh) .*)")
CLUSTER = re.compile(r"slipflow run case\.cfg --no-mpi")  # a script of the user's cluster
NEEDS_GMSH = re.compile(r"^gmsh |out/sphere/")


def commands():
    """Pages and their commands, in their order."""
    for page in PAGES:
        for line in page.read_text().splitlines():
            found = COMMAND.fullmatch(line)
            if found and not CLUSTER.search(line):
                yield page.name, found[1].split("  #")[0]


def short(command):
    """The command in a form that is short enough for a test."""
    words = shlex.split(re.sub(r"^mpirun -n \d+ ", "", command).replace("script/run", "slipflow run"))
    if words[0] != "slipflow":
        return words
    if words[1] in ("run", "sweep") and "--dry-run" not in words:
        if "--steps" in words:
            del words[words.index("--steps") : words.index("--steps") + 2]
        words += ["--steps", "1", "--quiet", "--set", "output.pictures=none"] + ([] if "--backend" in words else ["--backend", "serial"])
    return [PROGRAM, *words[1:]]


class Tutorials(unittest.TestCase):
    def test_every_page_has_commands(self):
        self.assertEqual({page for page, _ in commands()}, {page.name for page in PAGES})

    def test_outputs_are_unique(self):
        outputs = [found for _, line in commands() for found in re.findall(r"--output (\S+)", line)]
        self.assertGreater(len(outputs), 20)
        self.assertEqual([name for name in set(outputs) if outputs.count(name) > 1], [])

    def test_commands_run_in_one_folder(self):
        gmsh = shutil.which("gmsh")
        with tempfile.TemporaryDirectory() as folder:
            for name in ("configs", "docs"):
                (Path(folder) / name).symlink_to(ROOT / name)
            for page, command in commands():
                if NEEDS_GMSH.search(command) and not gmsh:
                    continue
                with self.subTest(page=page, command=command):
                    shell = command.startswith("mkdir")
                    run = subprocess.run(command if shell else short(command), shell=shell, cwd=folder,
                                         capture_output=True, text=True, timeout=300, check=False)
                    self.assertEqual(run.returncode, 0, run.stderr)


class Configs(unittest.TestCase):
    def test_each_case_has_a_folder_of_its_own(self):
        for case in ROOT.glob("configs/**/*.cfg"):
            with self.subTest(case=case.name):
                found = re.findall(r"^directory *= *(\S+)", case.read_text(), re.M)
                self.assertEqual(found, [f"out/{case.stem}"])


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
