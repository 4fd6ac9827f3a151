"""slipflow.sweep: jobs, their table and their results."""
import unittest
from functools import cache

import slipflow
from support import CONFIGS, new_folder

CASE = CONFIGS / "measurements.cfg"
SMALL = {"mesh.cells": (40, 20), "output.pictures": "none"}
OVER = {"gas.knudsen": [0.05, 0.1], "gas.mach": [1.5, 2.5]}


@cache
def swept():
    return slipflow.sweep(CASE, OVER, new_folder() / "sweep", set=SMALL, backend="serial", steps=2)


class Sweeps(unittest.TestCase):
    def test_all_combinations(self):
        expected = [{"gas.knudsen": kn, "gas.mach": ma} for kn in ("0.05", "0.1") for ma in ("1.5", "2.5")]
        self.assertEqual([values for values, _ in swept()], expected)
        self.assertEqual((len(swept()), set(swept().statuses.values())), (4, {"done"}))
        columns = swept().columns()
        self.assertEqual(columns["gas.mach"].tolist(), [1.5, 2.5, 1.5, 2.5])
        for row, (values, results) in enumerate(swept()):
            self.assertEqual(results.summary["mach"], float(values["gas.mach"]))
            self.assertEqual(results.case["gas.knudsen"], values["gas.knudsen"])
            self.assertEqual(columns["last_residual"][row], results.summary["last_residual"])

    def test_values_one_by_one_of_a_case_without_a_file(self):
        case = slipflow.Case(CASE)
        text = slipflow.Case.from_text(case.text)
        folder = new_folder() / "zip"
        lines = []
        over = {**OVER, "body.rectangle": ["4 3.6 5.2 4.4 name=a", "4 3.2 5.2 4.4 name=b"]}
        found = slipflow.sweep(text, over, folder, zip=True, set=SMALL, backend="serial", steps=1, progress=lines.append)
        self.assertEqual([v["gas.mach"] for v, _ in found], ["1.5", "2.5"])
        self.assertTrue(any("2 jobs: 2 done" in line for line in lines))
        self.assertEqual(repr(slipflow.Sweep(folder)), repr(found))
        with self.assertRaisesRegex(slipflow.Error, "needs `output`"):
            slipflow.sweep(text, OVER)

    def test_refused(self):
        with self.assertRaisesRegex(slipflow.Error, "gas.knudsen"):
            slipflow.sweep(CASE, {"gas.knudsen": [0.1, -1]}, new_folder() / "a", backend="serial")
        for values in ("0.1", ["a,b"]):
            with self.assertRaises(slipflow.Error):
                slipflow.sweep(CASE, {"gas.knudsen": values}, new_folder() / "b")
        broken = new_folder()
        for text in ("", "[]", '{"jobs": [1]}', '{"jobs": [{"job": "a"}]}'):
            (broken / "sweep.json").write_text(text)
            with self.assertRaisesRegex(slipflow.Error, "no table of a sweep"):
                slipflow.Sweep(broken)


if __name__ == "__main__":
    unittest.main()
