"""Decay of the Taylor-Green vortex against its closed form."""
import re
from math import exp, pi, sqrt

LINE = re.compile(r"Taylor-Green, (\d+) x .* at 0.05, (\S+) at 0\n")
RATE = 2 * 5 * sqrt(pi) / 16 * 0.02 * (2 * pi) ** 2  # 2 nu k^2


def measure(result):
    return {f"error_{cells}": float(error) for cells, error in LINE.findall(result.text())}


def plot(results, plotting):
    figure, (decay, error) = plotting.chart(2)
    decay.label("amplitude on 64 x 64 cells", "t", "amplitude over a")
    times = [k / 100 for k in range(51)]
    decay.reference_line(times, [exp(-RATE * t) for t in times], name="closed form")
    error.label("difference to the closed form", "t", "amplitude over a, less the closed form")
    for number, size in enumerate(("0.1", "0.05")):
        table = results["fine"].profile(f"taylor_green_64_{size}")
        decay.computed_points(table["t"], table["amplitude"], number + 1, f"slipflow, a = {size}")
        error.computed_line(
            table["t"],
            [f - exp(-RATE * t) for t, f in zip(table["t"], table["amplitude"])],
            number + 1,
            f"a = {size}",
            "-",
        )
    decay.legend()
    error.legend()
    return figure
