"""Tests of validation/framework: what it measures, compares and refuses. Run by ctest."""
import json
import math
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from framework.description import DescriptionError, Tolerance, load_case  # noqa: E402
from framework.frames import Frame, crossing, extrapolated, extremum, value_at  # noqa: E402
from framework.reporting import table, write  # noqa: E402
from framework.running import Result, RunFailed, command_of, execute, make_mesh  # noqa: E402
from framework.verdicts import CheckFailed, compare  # noqa: E402

CASE = """
title = "t"
source = "s"
about = "a"
[quantities]
q = {text = "a quantity", tolerance = "1 %", small = "5 %"}
[runs.r]
label = "l"
case = "r.cfg"
small = ["mesh.cells=2 2"]
expect = {q = 2}
"""


def load(text):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "case.toml").write_text(text)
        return load_case(folder)


class Measures(unittest.TestCase):
    def test_parabolas_are_exact(self):
        x = [0.5, 1.5, 2.0, 3.5]
        f = [3 - (at - 1.75) ** 2 for at in x]
        self.assertAlmostEqual(extrapolated(x[:3], f[:3], 0), 3 - 1.75**2)
        for found, right in zip(extremum(x, f), (1.75, 3)):
            self.assertAlmostEqual(found, right)

    def test_lines_are_exact(self):
        self.assertAlmostEqual(value_at([0, 1, 3], [0, 2, 6], 2.5), 5)
        self.assertAlmostEqual(crossing([0, 1, 3], [0, 2, 6], 3), 1.5)
        self.assertIsNone(crossing([0, 1], [0, 1], 2))

    def test_a_frame_gives_lines_points_and_means(self):
        x, y = [0, 1, 3], [0, 2, 4, 8]
        values = [a + 10 * b for b in (1, 3, 6) for a in (0.5, 2)]
        frame = Frame(0.0, x, y, {"f": values})
        self.assertAlmostEqual(frame.at("f", 1, 2), 21)
        self.assertEqual(frame.row("f", 1), [30.5, 32])
        self.assertEqual(frame.along_y("f", 1.25), [11.25, 31.25, 61.25])
        self.assertAlmostEqual(frame.mean("f"), 1.5 + 40)


class Descriptions(unittest.TestCase):
    def test_tolerances(self):
        self.assertTrue(Tolerance.parse("1 %").allows(-2, -2.0199))
        self.assertFalse(Tolerance.parse("1 %").allows(-2, -2.03))
        self.assertFalse(Tolerance.parse("0.01").allows(0, 0.02))
        self.assertFalse(Tolerance.parse("1 %").allows(2, float("nan")))
        with self.assertRaises(ValueError):
            Tolerance.parse("0")

    def test_forms_have_their_own_tolerance_and_settings(self):
        case = load(CASE)
        self.assertEqual(str(case.tolerance(case.runs[0], "q", "normal")), "1 %")
        self.assertEqual(str(case.tolerance(case.runs[0], "q", "small")), "5 %")
        self.assertEqual(case.runs[0].settings, {"normal": [], "small": ["mesh.cells=2 2"]})
        self.assertEqual(case.runs_of("full"), [])

    def test_settings_of_a_form_replace_those_of_the_same_key(self):
        run = load(CASE + 'set = ["mesh.cells=4 4", "time.end=1"]\n').runs[0]
        self.assertEqual(run.settings["normal"], ["mesh.cells=4 4", "time.end=1"])
        self.assertEqual(run.settings["small"], ["time.end=1", "mesh.cells=2 2"])

    def test_a_run_starts_from_one_before_it_where_that_takes_part(self):
        second = CASE[CASE.index("[runs.r]") :].replace("runs.r", "runs.fine")
        case = load(CASE.replace("small = [", "full = [") + second + 'start_from = "r"\n')
        coarse, fine = case.runs
        self.assertIs(fine.start_in("normal"), coarse)
        self.assertIsNone(fine.start_in("small"))
        command = command_of(fine, "normal", Path("/work/fine"), Path("/build"))
        self.assertIn("initial.state=file path=/work/r/results/fields/LAST.vtr", command)
        with self.assertRaisesRegex(DescriptionError, "'r'.*no run before it"):
            load(CASE.replace("small = [", 'start_from = "r"\nsmall = ['))

    def test_mistakes_are_named(self):
        for wrong, right, named in (
            ("label", "lable", "lable"),
            ("expect = {q", "expect = {p", "'p'"),
            ('case = "r.cfg"\n', "", "needs either"),
            ('about = "a"\n', "", "about"),
        ):
            with self.assertRaisesRegex(DescriptionError, named):
                load(CASE.replace(wrong, right))

    def test_a_script_in_the_folder_of_the_case_makes_its_mesh(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            script = "import sys; open(sys.argv[2] + '.txt', 'w').write(sys.argv[1])\n"
            (folder / "mesh.py").write_text(script)
            (folder / "case.toml").write_text(CASE + 'mesh = ["mesh.py", 8]\n')
            run = load_case(folder).runs[0]
            make_mesh(run, folder)
            self.assertEqual((folder / "polyMesh.txt").read_text(), "8")
            command = command_of(run, "normal", folder, folder)
            self.assertIn(f"mesh.file={folder / 'polyMesh'}", command)
            (folder / "mesh.py").write_text("import sys\nsys.exit('no such shape')\n")
            with self.assertRaisesRegex(RunFailed, "no such shape"):
                make_mesh(run, folder)
        with self.assertRaisesRegex(DescriptionError, "'mesh' needs 'case'"):
            load(CASE + 'mesh = ["missing.py"]\n')


class Outcomes(unittest.TestCase):
    def test_only_runs_that_went_to_their_end_are_complete(self):
        run = load(CASE).runs[0]
        with tempfile.TemporaryDirectory() as folder:
            result = Result(run, "normal", folder)
            self.assertFalse(result.complete())
            result.summary_file.parent.mkdir()
            for text, complete in (
                ('{"status": "done"}', True),
                ('{"status": "failed", "exit_status": 4}', False),
                ('{"status": "stopped"}', False),
                ('{"status": "do', False),
            ):
                result.summary_file.write_text(text)
                self.assertEqual(result.complete(), complete, text)

    def test_a_run_that_fails_leaves_no_summary_of_an_earlier_one(self):
        run = load(CASE.replace('case = "r.cfg"', 'program = ["no-such-program"]')).runs[0]
        with tempfile.TemporaryDirectory() as folder:
            result = Result(run, "normal", folder)
            result.summary_file.write_text("{}")
            self.assertTrue(result.complete())
            with self.assertRaisesRegex(RunFailed, "^r: .*no-such-program"):
                execute(run, "normal", Path(folder), Path(folder))
            self.assertFalse(result.complete())

    def test_a_check_that_fails_is_a_value_that_misses(self):
        def broken(result):
            return 1 / 0

        case, complaints = load(CASE), []
        result = Result(case.runs[0], "normal", "/nowhere")
        entries = compare(case, SimpleNamespace(measure=broken), result, complaints.append)
        self.assertTrue(math.isnan(entries[0]["found"]))
        self.assertEqual([entry["agrees"] for entry in entries], [False])
        self.assertRegex(str(complaints[0]), r"r: measure\(\) of check.py: ZeroDivisionError")
        with self.assertRaisesRegex(CheckFailed, r"r: expected\(\) of check.py"):
            compare(case, SimpleNamespace(expected=broken), result, complaints.append)

    def test_a_reported_value_only_has_to_be_found(self):
        case = load(CASE.replace("expect = {q = 2}", 'report = ["q"]'))
        result = Result(case.runs[0], "normal", "/nowhere")
        for found, agrees, verdict in (({"q": 7.5}, True, "reported"), ({}, False, "**misses**")):
            check = SimpleNamespace(measure=lambda _, found=found: found)
            entries = compare(case, check, result, self.fail)
            self.assertEqual([entry["agrees"] for entry in entries], [agrees])
            self.assertEqual("expected" in entries[0], False)
            *_, line = table(case, {"values": entries})
            self.assertIn(f"| {verdict} |", line)
        with self.assertRaisesRegex(DescriptionError, "'p'"):
            load(CASE.replace("expect = {q = 2}", 'report = ["p"]'))

    def test_the_report_says_which_values_are_of_earlier_formulas(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            (folder / "case.toml").write_text(CASE)
            kept = {"before": "the change", "device": "d", "seconds": 1, "values": []}
            (folder / "results-full.json").write_text(json.dumps(kept))
            write([load_case(folder)], folder / "report.md", folder)
            report = (folder / "report.md").read_text()
        self.assertIn("full meshes, before the change |", report)
        self.assertIn("\n**These values are from before the change.**\n\n| Run |", report)


if __name__ == "__main__":
    unittest.main()
