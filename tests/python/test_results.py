"""slipflow.Results: frames, tables and checkpoints are those of the run."""
import os
import sys
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

import slipflow
from support import box, cylinder, new_folder, pipe, plane, run


class Plane(unittest.TestCase):
    def test_folder(self):
        results = plane()
        self.assertEqual((len(results), results.times[0], results.stopped_by), (2, 0, "max_steps"))
        self.assertEqual(results.times[1], results.summary["time"])
        self.assertEqual((results.time_symbol, pipe().time_symbol), ("t", "iteration"))
        self.assertEqual(pipe().series("history", "residual_u")[0][-1], 2)
        self.assertEqual(results.case["mesh.cells"], "40 20")
        self.assertIn("profiles/axis_000001", results.tables)
        self.assertEqual(results.profiles, ["across", "axis"])
        with self.assertRaises(slipflow.Error):
            slipflow.Results(new_folder())

    def test_a_frame(self):
        frame = plane().frame()
        self.assertEqual((frame.time, frame.shape), (plane().times[1], (20, 40)))
        self.assertEqual((frame.x[0], frame.x[-1], frame.y[0], len(frame.faces[0])), (0.2, 15.8, 0.2, 41))
        inside = (abs(frame.x - 4.6) < 0.6) & (abs(frame.y - 4) < 0.4)[:, None]
        self.assertEqual(int(frame.solid.sum()), 6)
        self.assertTrue(np.array_equal(frame.solid, inside))
        self.assertTrue(np.array_equal(np.isnan(frame["p"]), frame.solid))
        self.assertTrue(np.array_equal(frame["velocity"][..., 0], frame["u"], equal_nan=True))
        self.assertEqual(int(frame.masked("p").count()), 20 * 40 - 6)
        self.assertEqual(frame.masked("velocity").shape, (20, 40, 3))
        with self.assertRaisesRegex(KeyError, "there are p, T"):
            frame["q"]
        with self.assertRaisesRegex(slipflow.Error, "no z"):
            frame.z

    def test_means_have_the_mass_of_the_balance(self):
        frame, balance = plane().frame(), plane().columns("balance")
        area = 16 * 8 - 6 * 0.16
        self.assertAlmostEqual(frame.mean("rho") * area, balance["mass"][-1], places=9)
        self.assertAlmostEqual(float(frame.volumes().sum()), 128, places=12)

    def test_frames_by_number_and_time(self):
        results = plane()
        self.assertEqual([frame.time for frame in results.frames()], list(results.times))
        self.assertEqual(results.frame(0).time, 0)
        self.assertEqual(results.frame(time=0.51 * results.times[1]).time, results.times[1])
        self.assertEqual(results.frame(time=results.times[1] * (1 + 1e-15)).time, results.times[1])
        with self.assertRaises(IndexError):
            results.frame(2)
        for outside in (-0.1, 1.1):
            with self.assertRaisesRegex(slipflow.Error, "there is no frame at .* the frames are from 0 to "):
                results.frame(time=outside * results.times[1])

    def test_tables(self):
        results = plane()
        columns = results.columns("probes")
        self.assertEqual(columns["step"].tolist(), [0, 4])
        time, p = results.series("probes", "before_p")
        self.assertEqual((time.tolist(), p.tolist()), (list(results.times), columns["before_p"].tolist()))
        profile = results.profile("axis")
        frame = results.frame()
        self.assertEqual(len(profile["x"]), len(profile["p"]))
        self.assertTrue(np.isnan(profile["p"]).any())
        self.assertNotEqual(results.profile("axis", 0)["u"].tolist(), profile["u"].tolist())
        self.assertLessEqual(np.nanmax(profile["p"]), np.nanmax(frame["p"]))
        for wrong in (lambda: results.columns("nothing"), lambda: results.series("probes", "p"),
                      lambda: results.profile("none")):
            with self.assertRaises(KeyError):
                wrong()

    def test_a_line_that_is_being_written_is_left_out(self):
        file = new_folder() / "history.csv"
        for text in ("\ufeffstep,time\n1,0.5\n2,1.2", "step,time\n1,0.5\n2", "step,time\n1,0.5\n"):
            file.write_text(text, encoding="utf-8")
            self.assertEqual(slipflow.tables.read_columns(file)["time"].tolist(), [0.5])
            self.assertIn("step", slipflow.tables.read_columns(file))
        file.write_text("step,time\n1,0.5\n2\n")
        with self.assertRaises(slipflow.Error):
            slipflow.tables.read_columns(file)

    def test_a_damaged_summary_or_list_of_frames_is_an_error(self):
        folder = new_folder()
        for name, text in (("run.log", ""), ("case.cfg", "title = a\n")):
            (folder / name).write_text(text)
        for text in ("[" * 100_000, '{"a": ' * 100_000, '{"a": ' + "9" * 5000 + "}", "[1]", "{"):
            (folder / "summary.json").write_text(text)
            with self.assertRaises(slipflow.Error):
                _ = slipflow.Results(folder).summary
        (folder / "fields.pvd").write_text('<VTKFile><DataSet timestep="soon" file="a.vtr"/></VTKFile>')
        with self.assertRaisesRegex(slipflow.Error, "a timestep is no number"):
            _ = slipflow.Results(folder).times

    def test_a_summary_of_an_earlier_part_is_none(self):
        folder = new_folder()
        for name, text in (("run.log", ""), ("summary.json", '{"stopped_by": "request"}'), ("case.cfg", "title = a\n")):
            (folder / name).write_text(text)
        results = slipflow.Results(folder)
        for seconds, stopped_by in ((1, "request"), (-1, "")):
            os.utime(folder / "summary.json", ns=((folder / "case.cfg").stat().st_mtime_ns + seconds * 10**9,) * 2)
            self.assertEqual(results.stopped_by, stopped_by)
        with self.assertRaises(slipflow.Error):
            results.summary
        (folder / "case.resolved.cfg").write_text("title = b\n")
        self.assertEqual(slipflow.Results(folder).case["title"], "b")

    def test_tables_with_and_without_pandas(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            self.assertIsInstance(plane().table("history"), dict)
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        table = plane().table("history")
        self.assertIsInstance(table, pandas.DataFrame)
        self.assertEqual(list(table.columns), list(plane().columns("history")))

    def test_tables_that_are_being_written(self):
        file = new_folder() / "a.csv"
        for text, rows in (("a,b\n", 0), ("a,b\n1,2\n3", 1), ("a,b\n1,2\n3,word\n", 2), ("# note\na,b\n1,2\n", 1)):
            file.write_text(text)
            self.assertEqual(len(slipflow.read_columns(file)["b"]), rows)
        for wrong in ("", "a,b\n1\n1,2\n"):
            file.write_text(wrong)
            with self.assertRaises(slipflow.Error):
                slipflow.read_columns(file)


class OtherMeshes(unittest.TestCase):
    def test_a_box_of_three_axes(self):
        frame = box().frame()
        self.assertEqual(frame.shape, (4, 5, 6))
        self.assertEqual([len(along) for along in (frame.x, frame.y, frame.z)], [6, 5, 4])
        stored = box().checkpoint().arrays["phi"]
        self.assertTrue(np.array_equal(stored[~frame.solid], frame["phi"][~frame.solid]))

    def test_faces_of_walls_in_space_are_seen_from_the_gas(self):
        cube = run("space_cube.cfg", steps=1, output__walls="on", output__pictures="none")
        faces = slipflow.read_surface(cube.folder / "walls/000001.vtp")
        corners = faces.points[faces.connectivity].reshape(-1, 4, 3)
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 1])
        areas = np.linalg.norm(across, axis=1)
        self.assertTrue(np.allclose(across, areas[:, None] * faces["normal"]))
        self.assertEqual(len(np.unique(faces["normal"], axis=0)), 6)
        self.assertAlmostEqual(areas[faces["wall"] == 2].sum(), 2 * 0.25 + 2 * 0.5)  # of the quarter of the cube

    def test_cut_walls(self):
        results = cylinder()
        frame = results.frame()
        fraction = frame.masked("volume_fraction")
        self.assertTrue(0 < fraction.min() < 0.1 and fraction.max() == 1)
        gas = float((fraction * frame.volumes()).sum())
        self.assertAlmostEqual(gas, 4 - np.pi / 4, delta=0.005)  # its outline has straight pieces
        self.assertAlmostEqual(frame.mean("rho") * gas, results.columns("history")["mass"][-1], places=9)
        pieces = slipflow.read_surface(results.folder / "walls/000001.vtp")
        ends = pieces.points[pieces.connectivity].reshape(-1, 2, 3)
        lengths, x = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1), pieces["normal"][:, 0]
        self.assertAlmostEqual(float(lengths.sum()), np.pi, delta=0.005)
        self.assertLess(np.abs(np.hypot(*pieces.centres.T[:2]) - 0.5).max(), 0.005)
        forces = results.columns("forces")
        for side, looks in (("west", x < 0), ("east", x > 0)):
            pressure = -0.5 * np.sum((pieces["pressure"] * x * lengths)[looks])
            self.assertAlmostEqual(pressure, forces[f"cylinder_{side}_pressure"][-1], places=9)

    def test_polyhedra(self):
        cells = pipe().frame()
        self.assertIsInstance(cells, slipflow.Cells)
        self.assertEqual((cells["p"].shape, cells["velocity"].shape), ((1024,), (1024, 3)))
        self.assertEqual(sorted(cells.boundary), ["inlet", "outlet", "wall"])
        x, y, z = cells.centres.T
        self.assertTrue(np.all(np.hypot(x, y) < 1) and np.all(z > 0))
        inlet = cells.boundary["inlet"]
        self.assertTrue(np.allclose(inlet["p"], 1.6) and np.allclose(inlet.centres[:, 2], 0))
        again = slipflow.read_surface(pipe().folder / "fields/000001_inlet.vtp")
        self.assertTrue(np.array_equal(again["p"], inlet["p"]))
        self.assertRaises(slipflow.Error, slipflow.read_frame, pipe().folder / "fields/000001_inlet.vtp")
        self.assertTrue(np.array_equal(pipe().checkpoint().arrays["p"], cells["p"]))


class Checkpoints(unittest.TestCase):
    def test_contents(self):
        results = plane()
        checkpoint = results.checkpoint()
        self.assertEqual([file.name for file in results.checkpoints], ["step_000000004.ckpt"])
        self.assertEqual((checkpoint.step, checkpoint.method, checkpoint.cells), (4, "simple_ts", (40, 20)))
        self.assertEqual((checkpoint.time, checkpoint.averaged_time), (results.times[1], results.times[1]))
        self.assertEqual(checkpoint.inner_iterations, results.summary["inner_iterations"])
        self.assertEqual(checkpoint.case_values["gas.knudsen"], "0.05")
        self.assertEqual(checkpoint.tables, ["history.csv", "balance.csv", "forces.csv", "probes.csv"])

    def test_arrays(self):
        frame, checkpoint = plane().frame(), plane().checkpoint()
        gas = ~frame.solid
        self.assertTrue(np.array_equal(checkpoint.arrays["T"][gas], frame["T"][gas]))
        self.assertTrue(np.array_equal(checkpoint.means["p"][gas], frame["p_mean"][gas]))
        self.assertFalse(np.array_equal(checkpoint.old["T"], checkpoint.arrays["T"]))
        faces = checkpoint.arrays["u"]
        centres = 0.5 * (faces[:, 1:] + faces[:, :-1])
        self.assertTrue(np.array_equal(centres[gas[:, :-1]], frame["u"][:, :-1][gas[:, :-1]]))

    def test_damage_is_noticed(self):
        content = plane().checkpoints[0].read_bytes()
        file = new_folder() / "damaged.ckpt"
        places = [*range(0, 1200, 7), *range(1200, len(content), len(content) // 50), len(content) - 1]
        for place in places:
            changed = bytearray(content)
            changed[place] ^= 0x10
            file.write_bytes(changed)
            with self.subTest(place=place), self.assertRaises(slipflow.Error):
                slipflow.Checkpoint(file)
        for size in [0, 5, 13, 20, 100, *range(150, len(content), len(content) // 20), len(content) - 1]:
            file.write_bytes(content[:size])
            with self.subTest(size=size), self.assertRaises(slipflow.Error):
                slipflow.Checkpoint(file)
        file.write_bytes(content[:8] + b"\0\2\0\0" + content[12:])
        self.assertRaisesRegex(slipflow.Error, "written by slipflow [0-9.]+ in format 512", slipflow.Checkpoint, file)
        old = content[:8] + b"\x80\0\0\0" + content[12:16] + content[content.index(b"method\0") :]
        file.write_bytes(old)
        self.assertRaisesRegex(slipflow.Error, r"ckpt: was written before slipflow 0\.1\.0 in format 128",
                               slipflow.Checkpoint, file)
        file.write_bytes(content + b"more")
        self.assertRaisesRegex(slipflow.Error, "follow its end", slipflow.Checkpoint, file)
        self.assertRaises(slipflow.Error, slipflow.Checkpoint, file.parent / "none")

    def test_the_numbers_of_a_checkpoint_have_names(self):
        corpus = Path(__file__).resolve().parents[1] / "fuzz/corpus/checkpoint"
        numbers = slipflow.Checkpoint(corpus / "after_3_steps.ckpt").numbers
        self.assertEqual([*numbers["stall.begin"], *numbers["stall.first"]], [0, -1])
        self.assertEqual(numbers["stall.now"].tolist(), [sys.float_info.max])
        for wrong in ("names.ckpt", "numbers.ckpt"):
            self.assertRaisesRegex(slipflow.Error, "names of its numbers", slipflow.Checkpoint, corpus / wrong)


if __name__ == "__main__":
    unittest.main()
