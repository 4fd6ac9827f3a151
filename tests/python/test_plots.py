"""slipflow.plots draws what the results hold."""
import unittest

import numpy as np

import slipflow
from slipflow import plots
from support import box, cylinder, microchannel, pipe, plane

try:
    from matplotlib import pyplot
except ImportError:
    pyplot = None


@unittest.skipUnless(pyplot, "matplotlib is not installed")
class Plots(unittest.TestCase):
    def tearDown(self):
        pyplot.close("all")

    def test_fields(self):
        ax = plots.field(plane(), "v")
        values, solid, walls = ax.collections
        drawn = np.ma.filled(values.get_array().astype(float), np.nan).ravel()
        self.assertTrue(np.array_equal(drawn, plane().frame()["v"].ravel(), equal_nan=True))
        low, high = values.get_clim()
        self.assertEqual((low, high), (-high, np.nanmax(abs(drawn))))
        self.assertEqual(int(np.nansum(np.ma.filled(solid.get_array(), np.nan))), 6)
        self.assertEqual(values.get_cmap().name, "RdBu_r")
        self.assertEqual(len(walls.get_segments()), 10)  # of 2 x 3 cells
        for one in (values, walls):
            self.assertTrue(one.get_transform().contains_branch(ax.transData))
        self.assertEqual((ax.get_xlabel(), ax.figure.axes[1].get_ylabel()), ("x / L", "v"))
        self.assertEqual(plots.field(plane(), "p").collections[0].get_cmap().name, "viridis")
        self.assertEqual(plots.field(plane().frame(0), "v", vmin=0, vmax=2).collections[0].get_clim(), (0, 2))

    def test_cut_bodies(self):
        ax = plots.field(cylinder(), "u")
        outline = ax.collections[-1].get_paths()[0].vertices
        self.assertLess(np.abs(np.hypot(*outline.T) - 0.5).max(), 0.15 * 2 / 20)  # cells are 2/20 wide
        self.assertLess(np.abs(outline.min(0) + 0.5).max(), 0.15 * 2 / 20)
        body = ax.collections[-2].get_paths()[0]
        self.assertTrue(body.contains_point((0.4, 0.0)) and not body.contains_point((0.6, 0.0)))

    def test_units(self):
        ax = plots.field(microchannel(), "p")
        self.assertEqual((ax.get_xlabel(), ax.get_ylabel()), ("x / µm", "y / µm"))
        self.assertEqual(ax.xaxis.get_major_formatter()(25e-6, 0), "25")
        self.assertEqual(ax.figure.axes[1].get_ylabel(), "p / Pa")
        self.assertRegex(ax.get_title(), r"^t = [0-9.e-]+ s$")

    def test_ranges_of_the_program(self):
        frame = slipflow.frames.Frame(0, [np.arange(3.0), np.arange(2.0)], {}, np.zeros((1, 2), bool))
        for values, ends in (
            ([-1, 3], (-3, 3)), ([2, 3], (2, 3)), ([0, 0], (-1, 1)), ([4, 4], (3.8, 4.2)),
            ([-1e-16, 1e-16], (-1, 1)), ([np.nan, np.nan], (0, 1))
        ):
            frame.fields["q"] = np.array([values], float)
            self.assertTrue(np.allclose(plots.field(frame, "q").collections[0].get_clim(), ends), values)

    def test_planes_of_boxes(self):
        ax = plots.field(box(), "phi", plane=0)
        drawn = ax.collections[0].get_array().ravel()
        self.assertTrue(np.array_equal(drawn, box().frame()["phi"][0].ravel()))
        for source, name in ((pipe(), "p"), (plane(), "velocity")):
            with self.assertRaises(slipflow.Error):
                plots.field(source, name)

    def test_lines(self):
        ax = plots.series(plane(), "probes", "before_p", "wake_p")
        self.assertEqual([line.get_label() for line in ax.lines], ["before_p", "wake_p"])
        iterated = plots.series(pipe(), "history", "residual_u")
        self.assertEqual((ax.get_xlabel(), iterated.get_xlabel()), ("t", "iteration"))
        self.assertEqual(ax.lines[0].get_ydata().tolist(), plane().columns("probes")["before_p"].tolist())
        self.assertEqual(len(plots.profile(plane(), "axis", "u", ax=ax).lines), 3)
        with self.assertRaises(KeyError):
            plots.profile(plane(), "axis", "q")
        t = np.arange(100)
        self.assertEqual(len(plots.spectrum(t, np.sin(t)).lines[0].get_xdata()), 50)


class Spectra(unittest.TestCase):
    def test_uneven_series_and_their_beginning(self):
        t = np.linspace(0, 60, 3001) + 0.004 * np.sin(np.arange(3001))
        v = np.where(t < 20, 5 * t, 2 + 0.3 * np.sin(2 * np.pi * 0.42 * t))
        self.assertAlmostEqual(slipflow.peak_frequency(t, v, begin=20), 0.42, places=3)
        self.assertAlmostEqual(slipflow.spectrum(t, v, 20)[1].max(), 0.3, delta=0.05)

    def test_refused(self):
        for time, values in (([0, 1], [0, 1]), (range(9), range(8)), ([0] * 9, range(9))):
            with self.assertRaises(slipflow.Error):
                slipflow.spectrum(time, values)


if __name__ == "__main__":
    unittest.main()
