"""Small results that the tests of the Python package share, each computed once."""
import tempfile
from functools import cache
from pathlib import Path

import slipflow

ROOT = Path(__file__).resolve().parents[2]
CONFIGS = ROOT / "configs"
_FOLDERS = []


def new_folder():
    """A folder that is removed at the end."""
    _FOLDERS.append(tempfile.TemporaryDirectory(prefix="slipflow-test-"))
    return Path(_FOLDERS[-1].name)


def run(name, steps=4, **keys):
    set_keys = {key.replace("__", "."): value for key, value in keys.items()}
    return slipflow.run(CONFIGS / name, new_folder(), backend="serial", steps=steps, set=set_keys)


@cache
def plane():
    """A square in a channel, with probes, profiles, averages and a balance."""
    return run("measurements.cfg", mesh__cells=(40, 20), output__pictures="none", output__average_from=0)


@cache
def cylinder():
    """A cylinder whose outline cuts the cells."""
    return run("cylinder_slip.cfg", mesh__cells=(20, 20), output__pictures="none")


@cache
def box():
    """Diffusion in a box of three axes with a body."""
    return run("transport_box.cfg", 2, mesh__cells=(6, 5, 4), output__pictures="none")


@cache
def pipe():
    """Incompressible flow on polyhedra."""
    return run("pipe_polymesh.cfg", 2, output__pictures="none")


@cache
def microchannel():
    """A microchannel in SI units."""
    return run("units_microchannel.cfg", mesh__cells=(24, 8), output__pictures="none")
