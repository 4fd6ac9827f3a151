"""Tests of the comparison with OpenFOAM, which need neither program. Run by ctest."""
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import foam_case  # noqa: E402
import foam_run  # noqa: E402
from compare import claim, differences  # noqa: E402
from flow_case import Boundary, FlowCase, Refused, read_patches  # noqa: E402

CASE = """title = t
method = piso

[flow]
viscosity = 0.1  # L^2/T
gravity = 0 0  # L/T^2

[initial]
velocity = 0 0  # L/T

[mesh]
x = 0 1  # L

[body]
rectangle = 0.4 0.4 0.6 0.6

[boundary]
west = inflow velocity=1,0
north = wall velocity=1,0

[scheme]
algorithm = simplec
convection = linear
time = bdf2
correctors = 2
outer_correctors = 1
nonorthogonal_correctors = 1

[time]
steady = 1e-6  # 1/T

[output]
pictures = p u

# Derived numbers
# cells                     24
"""
PATCHES = {"west": "patch", "north": "patch", "body1": "wall", "front_and_back": "empty"}
OPTIONS = SimpleNamespace(relative=0.1, foam_relax=None, max_iterations=9, ranks=1)
LOG = """Build  : OPENFOAM=1912 patch=200626
Exec   : simpleFoam
Time = 1
smoothSolver:  Solving for Ux, Initial residual = 1, Final residual = 0.01, No Iterations 3
GAMG:  Solving for p, Initial residual = 1, Final residual = 0.05, No Iterations 4
GAMG:  Solving for p, Initial residual = 0.1, Final residual = 0.01, No Iterations 1
ExecutionTime = 1.5 s  ClockTime = 2 s
Time = 2
GAMG:  Solving for p, Initial residual = 0.5, Final residual = 0.05, No Iterations 2
ExecutionTime = 2.25 s  ClockTime = 3 s
"""


class Cases(unittest.TestCase):
    def test_a_case_moves_to_a_poly_mesh(self):
        text = FlowCase(CASE).on_poly_mesh("folder", PATCHES)
        moved = FlowCase(text)
        self.assertEqual(moved.text("mesh.file"), "folder")
        self.assertEqual(moved.text("flow.viscosity"), "0.1")
        self.assertNotIn("body.rectangle", moved.values)
        self.assertEqual(
            moved.values["boundary.patch"],
            ["inflow velocity=1,0 name=west", "wall velocity=1,0 name=north", "wall name=body1"],
        )
        self.assertEqual(list(moved.boundaries(PATCHES)), ["west", "north", "body1"])

    def test_boundaries_have_their_openfoam_types(self):
        for line, velocity, pressure in (
            ("wall", "fixedValue; value uniform (0 0 0)", "zeroGradient"),
            ("wall velocity=1,2", "fixedValue; value uniform (1 2 0)", "zeroGradient"),
            ("inflow flow=3", "flowRateInletVelocity; volumetricFlowRate constant 3", "zero"),
            ("outflow", "zeroGradient", "fixedValue; value uniform 0"),
            ("pressure p=2", "pressureInletOutletVelocity", "fixedValue; value uniform 2"),
            ("symmetry", "slip", "zeroGradient"),
        ):
            found = foam_case.conditions("patch", Boundary(line))
            self.assertIn(f"type {velocity}", found[0])
            self.assertIn(f"type {pressure}", found[1])
        entry = foam_case.conditions("patch", Boundary("pressure p=2 sine=3,0.5,1"))[1]
        self.assertIn("frequency 0.5; amplitude 3.0; t0 -0.3183098861837907; scale 2", entry)
        for line in ("wall slip_length=1", "inflow flow=1 profile=parabolic"):
            with self.assertRaises(Refused):
                foam_case.conditions("patch", Boundary(line))

    def test_algorithms_and_oblique_meshes(self):
        case = FlowCase(CASE)
        text = foam_case.solution(case, True, OPTIONS)
        for entry in ("consistent yes", "equations { U 0.9; }", "nNonOrthogonalCorrectors 1"):
            self.assertIn(entry, text)
        self.assertIn("default orthogonal", foam_case.schemes(case, False))
        case.values["scheme.algorithm"] = ["simple"]
        self.assertIn("consistent no", foam_case.solution(case, False, OPTIONS))
        case.values["scheme.algorithm"] = ["piso"]
        case.values["time.step"] = ["0.1"]
        with self.assertRaisesRegex(Refused, "time.end"):
            foam_case.check_case(case)
        case.values["time.end"] = ["1"]
        foam_case.check_case(case)
        case.values["scheme.outer_correctors"] = ["3"]
        with self.assertRaisesRegex(Refused, "outer_correctors"):
            foam_case.check_case(case)


class Folders(unittest.TestCase):
    def test_folders_of_others_are_not_touched(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "work"
            claim(folder)
            claim(folder)
            (folder / "made-by-compare.txt").rename(folder / "points")
            with self.assertRaisesRegex(Refused, "files of something else"):
                claim(folder)
            self.assertEqual([file.name for file in folder.iterdir()], ["points"])


class Results(unittest.TestCase):
    def test_logs_and_fields(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "2").mkdir()
            (folder / "log").write_text(LOG)
            (folder / "seconds").write_text("2.5 3.5\n")
            head = "FoamFile { x; }\ninternalField nonuniform List"
            vectors = f"{head}<vector>\n2\n(\n(1 2 3)\n(4 5 -6e-1)\n)\n;\nboundaryField {{}}\n"
            (folder / "2" / "U").write_text(vectors)
            (folder / "2" / "p").write_text(f"{head}<scalar> 2(7 8);\nboundaryField {{}}\n")
            run = foam_run.read_foam("OpenFOAM", folder)
            self.assertEqual((run.iterations, run.pressure, run.each), (2, 7, 0.75))
            self.assertFalse(run.converged)
            self.assertEqual({key: list(run.fields[key]) for key in "vwp"},
                             {"v": [2, 5], "w": [3, -0.6], "p": [7, 8]})
            self.assertEqual(foam_run.version(folder), "1912")
            (folder / "boundary").write_text(
                "FoamFile { class polyBoundaryMesh; }\n2\n(\n in { type patch; nFaces 1; }\n"
                " out { nFaces 1; type wall; }\n)\n")
            self.assertEqual(read_patches(folder), {"in": "patch", "out": "wall"})

    def test_differences_are_means_by_volume(self):
        one = SimpleNamespace(fields={"u": [3.0, 0.0], "v": [4.0, 0.0], "p": [1.0, 5.0]})
        other = SimpleNamespace(fields={"u": [3.0, 0.0], "v": [4.5, 0.0], "p": [2.0, 6.0]})
        found = differences(other, one, [1.0, 3.0])
        for value, right in zip(found, (0.5 / 2.5, 0.25 / 2.5, 0, 0)):
            self.assertAlmostEqual(value, right)


if __name__ == "__main__":
    unittest.main()
