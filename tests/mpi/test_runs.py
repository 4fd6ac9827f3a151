"""test_runs.py BUILD MPI [unittest options]: cases on several ranks under the launcher of an MPI, openmpi or
mpich. Run by ctest and script/mpi-matrix. Everything but the log and the summary has the bytes of a run on
one rank, and no failure hangs."""
import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

import test_mpi
from test_mpi import CONFIGS, ENVIRONMENT, KILLED, WRAPPER, Ranks

# What differs from run to run: times, the ranks, and the sizes of both in the list of files.
OWN = ("run.log", "summary.json", ".slipflow-files")

# script/mpi-matrix makes the long form of the tests: all schemes, many kills.
FULL = os.environ.get("SLIPFLOW_MPI_TESTS") == "full"
SCHEMES = [("upwind", "implicit"), ("tvd", "explicit")] + ([("tvd", "implicit"), ("upwind", "explicit")] * FULL)

# Bodies at the borders between pieces, periodic both ways, and everything that a run can write.
CASE = """title = Pieces
[gas]
knudsen = 0.05
mach = 0.4
gravity = 0.02 -0.01
[mesh]
x = 0 4
y = 0 3
cells = 48 36
[body]
circle = 2 1.5 0.6 temperature=1.3
rectangle = 3.6 2.6 4 3
rectangle = 0 1.2 0.3 1.8 flux=0.02
[boundary]
west = periodic
east = periodic
south = periodic
north = periodic
[initial]
perturbation = 0.2
[time]
step = 0.01
max_steps = 12
[output]
every_time = 0.05
pictures = T u
averages = p u
profile = 0 1.5 4 1.5 points=21 name=middle
probe = 2.9 1.5 name=wake
measures_every = 3
history_every = 2
checkpoint_every_steps = 4
"""

# The same with outlines that cut cells at the borders between pieces, in the gas and at the periodic seam.
CASE_WITH_CUT_WALLS = CASE.replace("cells = 48 36", "cells = 48 36\nwalls = cut").replace(
    "circle = 2 1.5 0.6", "polygon = 0.7 2.9 1.3 2.8 1.1 3.3 slip=off name=tip\ncircle = 2.03 1.47 0.6 turning=0.5") + """
walls = on
surfaces = on
balance = on
"""

# A wall and a body in SI units, on both sides of a border between pieces.
CASE_IN_SI = """title = Air in SI units
[units]
length = 5 um
temperature = 300 K
pressure = 100 kPa
gas = air
[mesh]
x = 0 20 um
y = 0 5 um
cells = 24 12
[body]
rectangle = 8 0 12 2 um temperature=330K name=step
[boundary]
west = pressure p=150kPa
east = pressure p=1bar
south = wall temperature=350K,250K
north = wall
[time]
courant = 0.5
max_steps = 6
[output]
every_time = 1 ns
history_every = 2
measures_every = 2
walls = on temperature=300K
fields = p T vorticity
pictures = p
sampled = p knudsen
averages = p
probe = 10 2.5 um name=middle
surfaces = on
profile = 10 2 10 5 um points=5 name=across
integral = box 0 0 20 5 um field=rho name=mass
balance = on
"""

# Boundaries of most kinds, a body and a stretched axis, with cuts through all of them.
CASE_IN_SPACE = """title = Box
[gas]
knudsen = 0.05
mach = 0.4
gravity = 0.02 -0.01 0.015
[mesh]
x = 0 2
y = 0 1.5
z = 0 2
cells = 16 9 12
z_stretch = geometric 1.05
[body]
box = 0.7 0.4 0 1.3 1.1 1.1 temperature=1.4 name=block
[boundary]
west = inflow velocity=0.4 along=0.1,-0.05 profile=parabolic
east = pressure p=0.9
south = wall temperature=1.2 velocity=0.1,0,-0.2
north = wall flux=0.05 slip=off
bottom = wall slip=creep
top = symmetry
[initial]
state = rest
[time]
step = 0.01
max_steps = 6
[output]
every_time = 0.03
pictures = T
slice = z 1.2
averages = p w
profile = 0 1 1.2 2 1 1.2 points=9 name=middle
probe = 1.9 1 1 name=wake
measures_every = 2
history_every = 1
checkpoint_every_steps = 2
walls = on
surfaces = on
integral = box 0 0 0 2 1.5 2 field=rho name=mass
balance = on
"""

# Entries of a summary that depend on the machine and the time.
OF_THE_RUN = {"date", "host", "seconds", "cell_updates_per_second", "bytes_per_cell"}
# Entries that runs on several ranks have in addition.
OF_RANKS = {"ranks", "grid", "seconds_in_iterations", "seconds_waiting_halo", "seconds_waiting_decision",
            "begun_in_vain", "imbalance"}


class RunsOfCase(Ranks):
    """What tests of runs share."""
    def setUp(self):
        super().setUp()
        (self.place / "case.cfg").write_text(CASE)

    def run_case(self, ranks, folder, *words, case="case.cfg", environment=None):
        """Runs a case in a folder of its own, so that all runs have the same --output."""
        directory = self.place / folder
        directory.mkdir(exist_ok=True)
        path = case if "/" in str(case) else self.place / case
        program = f'cd "{directory}" && exec "{test_mpi.BUILD}/host/app/slipflow" "$@"'
        return self.launch(ranks, "sh", "-c", program, "slipflow", "run", path, "--output", "out", *words,
                           environment=environment)

    def results(self, folder):
        out = self.place / folder / "out"
        return {str(file.relative_to(out)): file.read_bytes() for file in out.rglob("*")
                if file.is_file() and file.name not in OWN}

    def summary(self, folder):
        """Less the values that depend on the machine and the moment."""
        summary = json.loads((self.place / folder / "out/summary.json").read_text())
        return {name: value for name, value in summary.items() if name not in OF_THE_RUN}

    def require_same(self, folder, expected):
        actual = self.results(folder)
        self.assertEqual(sorted(actual), sorted(expected), folder)
        for name, content in expected.items():
            self.assertEqual(actual[name], content, f"{folder}: {name}")

    def done(self, ranks, folder, *words, **more):
        status, out, err = self.run_case(ranks, folder, *words, **more)
        self.assertEqual(status, 0, out + err)

    def start(self, ranks, folder, *words):
        directory = self.place / folder
        directory.mkdir(exist_ok=True)
        program = f'cd "{directory}" && echo $$ >> pids && exec "{test_mpi.BUILD}/host/app/slipflow" "$@"'
        command = [test_mpi.launcher(), "-n", str(ranks), "sh", "-c", WRAPPER, "sh", "-c", program,
                   "slipflow", "run", self.place / "case.cfg", "--output", "out", *words]
        return subprocess.Popen(command, env={**os.environ, **ENVIRONMENT, "PLACE": str(self.place)},
                                text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                start_new_session=True)

    def checkpoints(self, folder):
        return sorted(int(f.stem[5:]) for f in (self.place / folder / "out/checkpoint").glob("*.ckpt"))

    def wait_for_checkpoint(self, process, folder, step):
        deadline = time.monotonic() + 50
        while not any(at >= step for at in self.checkpoints(folder)):
            self.assertLess(time.monotonic(), deadline, "no checkpoint")
            self.assertIsNone(process.poll(), "the run has ended")
            time.sleep(0.01)

    def end_of(self, process):
        out, err = process.communicate(timeout=50)
        return process.returncode, out + err

    # Runs that only a request, a signal or a kill ends, and their checkpoints.
    OFTEN = ("--set", "output.every_time=0", "--set", "output.checkpoint_every_steps=20")
    ENDLESS = ("--backend", "serial", "--set", "time.max_steps=1000000000")
    # On a device: these kernels, without a wall of given heat flux, PoCL builds in a quarter of the time.
    ON_DEVICE = ("--trust-device", "--kernels", "plain", "--steps", "3")
    PLAIN = (*ON_DEVICE, "--set", "body.rectangle=3.6 2.6 4 3")
    # Without a body, in half of that: for kernels that no other test has.
    BARE = (*ON_DEVICE, "--set", "body.rectangle=", "--set", "body.circle=")


class Runs(RunsOfCase):
    GRIDS = [(2, "2x1"), (3, "1x3"), (4, "2x2"), (6, "2x3"), (6, None)]

    def test_results_are_those_of_one_rank(self):
        for convection, kind in SCHEMES:
            scheme = f"{kind}-{convection}"
            words = ("--backend", "serial", "--set", f"scheme.convection={convection}",
                     "--set", f"scheme.time={kind}")
            self.done(1, f"{scheme}-1", *words)
            expected = self.results(f"{scheme}-1")
            self.assertGreater(len(expected), 12)
            for ranks, grid in self.GRIDS if FULL or kind == "implicit" else self.GRIDS[2:4]:
                with self.subTest(scheme=scheme, ranks=ranks, grid=grid):
                    folder = f"{scheme}-{ranks}-{grid}"
                    self.done(ranks, folder, *words, *(["--grid", grid] if grid else []))
                    self.require_same(folder, expected)

    def test_every_kind_of_boundary_and_wall(self):
        for name in ("bodies_circles", "measurements", "sides_pressure", "sides_inflow", "sides_symmetry",
                     "walls_heat", "walls_moving", "walls_creep"):
            with self.subTest(case=name):
                case = CONFIGS / f"{name}.cfg"
                for convection, kind in SCHEMES if FULL else [("tvd", "implicit")]:
                    words = ("--backend", "serial", "--steps", "3", "--set", f"scheme.convection={convection}",
                             "--set", f"scheme.time={kind}")
                    folder = f"{name}-{convection}-{kind}"
                    self.done(1, f"{folder}-1", *words, case=case)
                    self.done(4, f"{folder}-4", *words, case=case)
                    self.require_same(f"{folder}-4", self.results(f"{folder}-1"))

    def test_results_in_si_units_are_those_of_one_rank(self):
        (self.place / "si.cfg").write_text(CASE_IN_SI)
        for ranks in (1, 2):
            self.done(ranks, f"si-{ranks}", "--backend", "serial", case="si.cfg")
        expected = self.results("si-1")
        written = {"forces.csv", "walls.pvd", "walls/step_mean_000001.csv", "integrals.csv", "balance.csv",
                   "surfaces.csv"}
        self.assertEqual(written - set(expected), set())
        self.assertIn(b"time [s]", expected["forces.csv"])
        self.require_same("si-2", expected)
        alone, together = (self.summary(f"si-{ranks}") for ranks in (1, 2))
        self.assertIn("si_units", alone)
        alone.pop("backend_chosen_by")  # several ranks leave nothing to choose
        self.assertEqual({name: value for name, value in together.items() if name not in OF_RANKS}, alone)

    def test_results_with_cut_walls_are_those_of_one_rank(self):
        (self.place / "cut.cfg").write_text(CASE_WITH_CUT_WALLS)
        run = {"case": "cut.cfg"}
        self.done(1, "cut-1", "--backend", "serial", **run)
        expected = self.results("cut-1")
        written = {"history.csv", "forces.csv", "walls.pvd", "surfaces.csv", "checkpoint/step_000000012.ckpt"}
        self.assertEqual(written - set(expected), set())
        self.assertIn(b"volume_fraction", expected["fields/000001.vtr"])
        for ranks, grid in ((2, "2x1"), (4, "1x4"), (4, "2x2")):
            with self.subTest(grid=grid):
                self.done(ranks, f"cut-{grid}", "--backend", "serial", "--grid", grid, **run)
                self.require_same(f"cut-{grid}", expected)
        for ranks, steps in ((2, 4), (1, 8), (4, 12)):
            self.done(ranks, "parts", "--backend", "serial", "--steps", str(steps),
                      *([] if steps == 4 else ["--restart", "latest"]), **run)
        for name in ("checkpoint/step_000000012.ckpt", "probes.csv", "forces.csv"):
            self.assertEqual(self.results("parts")[name], expected[name], name)

    def test_results_in_space_are_those_of_one_rank(self):
        (self.place / "space.cfg").write_text(CASE_IN_SPACE)
        run = {"case": "space.cfg"}
        self.done(1, "space-1", "--backend", "serial", **run)
        expected = self.results("space-1")
        written = {"forces.csv", "walls.pvd", "probes.csv", "integrals.csv", "balance.csv", "surfaces.csv",
                   "checkpoint/step_000000006.ckpt"}
        self.assertEqual(written - set(expected), set())
        for ranks, grid in ((2, "1x1x2"), (4, "2x2x1"), (6, "3x1x2"), (8, None))[:None if FULL else 2]:
            with self.subTest(ranks=ranks, grid=grid):
                folder = f"space-{ranks}"
                self.done(ranks, folder, "--backend", "serial", *(["--grid", grid] if grid else []), **run)
                self.require_same(folder, expected)
                self.assertEqual(json.loads((self.place / folder / "out/summary.json").read_text())["grid"],
                                 grid or "2x2x2")

    def test_a_restart_in_space_may_have_other_ranks(self):
        (self.place / "space.cfg").write_text(CASE_IN_SPACE)
        self.done(1, "whole", "--backend", "serial", case="space.cfg")
        for ranks, steps in ((3, 2), (4, 4), (2, 6)):
            self.done(ranks, "parts", "--backend", "serial", "--steps", str(steps),
                      *([] if steps == 2 else ["--restart", "latest"]), case="space.cfg")
        name = "checkpoint/step_000000006.ckpt"
        self.assertEqual(self.results("parts")[name], self.results("whole")[name])

    def test_a_restart_may_have_other_ranks(self):
        serial = ("--backend", "serial")
        self.done(1, "whole", *serial)
        for ranks, steps in ((1, 4), (4, 8), (3, 10), (1, 12)):
            self.done(ranks, "parts", *serial, "--steps", str(steps), *([] if steps == 4 else ["--restart", "latest"]))
        whole, parts = self.results("whole"), self.results("parts")
        for name in ("checkpoint/step_000000012.ckpt", "probes.csv"):
            self.assertEqual(parts[name], whole[name], name)
        frames = [name for name in whole if name.endswith(".vtr")]
        self.assertGreater(len(frames), 2)
        self.assertEqual(parts[frames[-1]], whole[frames[-1]])

    def test_devices(self):
        self.seconds = 240
        self.done(1, "device", "--parity", *self.PLAIN)
        self.done(2, "devices", "--parity", *self.PLAIN)
        self.require_same("devices", self.results("device"))

    def test_a_wrong_case_is_one_sentence(self):
        status, out, err = self.run_case(3, "wrong", "--set", "gas.mach=fast")
        self.assertEqual((status, out, len(self.sentences(err))), (2, "", 1), err)
        status, _, err = self.run_case(4, "small", "--backend", "serial", "--set", "mesh.cells=48 12",
                                       "--grid", "1x4")
        self.assertEqual((status, len(self.sentences(err))), (2, 1), err)
        self.assertIn("too fine for 48 x 12 cells", err)
        status, _, err = self.run_case(2, "grid", "--backend", "serial", "--grid", "2x2")
        self.assertEqual((status, len(self.sentences(err))), (2, 1), err)
        (self.place / "space.cfg").write_text(CASE_IN_SPACE)
        for ranks, grid, said in ((3, "1x3x1", "3 pieces along y need at least 12 cells"),
                                  (2, "1x2", "must be the numbers of pieces along x, y and z"),
                                  (2, "1x2x2", "a grid of 1 x 2 x 2 pieces is not one of 2 ranks")):
            with self.subTest(grid=grid):
                status, _, err = self.run_case(ranks, "box", "--backend", "serial", "--grid", grid, case="space.cfg")
                self.assertEqual((status, len(self.sentences(err))), (2, 1), err)
                self.assertIn(said, err)

    def test_a_run_that_diverges_says_what_one_rank_says(self):
        words = ("--backend", "serial", "--set", "time.step=20", "--set", "gas.mach=3",
                 "--set", "inner.diagonal=plain", "--set", "inner.relaxation=none")
        alone = self.run_case(1, "diverges-1", *words)
        self.assertEqual(alone[0], 4, alone[2])
        status, _, err = self.run_case(3, "diverges-3", *words)
        self.assertEqual(status, 4, err)
        said = [line for line in alone[2].splitlines() if "diverged" in line]
        self.assertEqual([line for line in err.splitlines() if "diverged" in line], said)


if __name__ == "__main__":
    test_mpi.BUILD, test_mpi.MPI = Path(sys.argv[1]).resolve(), sys.argv[2]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
