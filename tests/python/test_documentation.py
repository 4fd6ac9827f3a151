"""The examples of docs/python.md run, one after the other, on a coarse mesh."""
import contextlib
import io
import os
import re
import unittest
from unittest import mock

import slipflow
from support import CONFIGS, ROOT, new_folder

COARSE = {"mesh.cells": (40, 20), "output.pictures": "none", "output.measures_every": 1}
run = slipflow.run


def coarse_run(case, set=(), device=None, **options):
    """As slipflow.run, but small and without a device."""
    return run(case, backend="serial", steps=20, set={**dict(set), **COARSE}, **options)


class Documentation(unittest.TestCase):
    def setUp(self):
        folder, here = new_folder(), os.getcwd()
        (folder / "configs").symlink_to(CONFIGS)
        os.chdir(folder)
        self.addCleanup(os.chdir, here)

    def test_examples(self):
        try:
            import matplotlib  # noqa: F401
            import pandas  # noqa: F401
        except ImportError as error:
            self.skipTest(str(error))
        blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs/python.md").read_text(), re.S | re.M)
        names = {}
        with mock.patch.object(slipflow, "run", coarse_run), contextlib.redirect_stdout(io.StringIO()):
            for number, block in enumerate(blocks, 1):
                exec(compile(block, f"example {number} of docs/python.md", "exec"), names)
        self.assertGreater(number, 4)
        self.assertTrue(os.path.exists("p.png") and os.path.exists("new.cfg"))


if __name__ == "__main__":
    unittest.main()
