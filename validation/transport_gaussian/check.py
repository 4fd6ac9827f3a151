"""A Gaussian that turns once, against its closed form."""
from math import exp, log2, pi

SIGMA, K = 0.06, 0.001
VARIANCE = SIGMA**2 + 2 * K
COARSER = {"cells_128": "cells_64", "cells_256": "cells_128"}


def exact(x, y):
    r2 = (x - 0.5) ** 2 + (y - 0.75) ** 2
    return SIGMA**2 / VARIANCE * exp(-r2 / (2 * VARIANCE))


def expected(result):
    return {"peak": SIGMA**2 / VARIANCE, "sum": 2 * pi * SIGMA**2}


def error_of(frame):
    return max(
        abs(frame.fields["phi"][j * frame.nx + i] - exact(x, y))
        for j, y in enumerate(frame.y)
        for i, x in enumerate(frame.x)
    ) * VARIANCE / SIGMA**2


def measure(result):
    frame = result.last_frame()
    found = {
        "peak": max(frame.fields["phi"]),
        "sum": frame.mean("phi"),
        "error": error_of(frame),
    }
    if coarse := result.earlier.get(COARSER.get(result.name)):
        found["order"] = log2(error_of(coarse.last_frame()) / found["error"])
    return found


def plot(results, plotting):
    figure, (line,) = plotting.chart(1)
    line.label("after a turn, on the line x = 0.5", "y", "phi")
    fine = [k / 400 for k in range(401)]
    line.reference_line(fine, [exact(0.5, y) for y in fine], name="closed form")
    for number, result in enumerate(results.values()):
        frame = result.last_frame()
        line.computed_line(frame.y, frame.along_y("phi", 0.5), number + 1, result.run.label, "-")
    line.legend()
    return figure
