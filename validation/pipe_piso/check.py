"""Oscillating pipe flow against Womersley's solution."""
from cmath import exp
from math import hypot, log2, pi, sqrt

from framework.frames import read_cells

ALPHA = 4.0


def bessel(z):
    """J0 by its power series."""
    term = total = 1 + 0j
    for k in range(1, 60):
        term *= -z * z / (4 * k * k)
        total += term
    return total


def exact(r, phase):
    """u for a radius, a pressure gradient and an angular frequency of 1, 1 and 2 pi."""
    root = exp(0.75j * pi) * ALPHA
    return ((1 - bessel(root * r) / bessel(root)) / (2j * pi) * exp(1j * phase)).real


def amplitude():
    return max(abs(exact(0.0, k * pi / 200)) for k in range(200))


def errors(result):
    """By phase, of the last whole period."""
    frames = {round(8 * time): cells for time, cells in map(read_cells, result.frame_files())}
    last = 8 * (max(frames) // 8) - 8
    found = []
    for phase in range(4):
        centres, fields = frames[last + phase]
        differences = [
            w - exact(hypot(x, y), phase * pi / 4) for (x, y, _), w in zip(centres, fields["w"])
        ]
        found.append(sqrt(sum(d * d for d in differences) / len(differences)) / amplitude())
    return found


def measure(result):
    found = {f"phase_{phase}": error for phase, error in enumerate(errors(result))}
    if coarse := result.earlier.get("cells_8"):
        found["order"] = log2(max(errors(coarse)) / max(found.values()))
    history = result.table("history.csv")
    return found | {"pressure": sum(row["pressure_iterations"] for row in history)}
