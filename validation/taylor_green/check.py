"""Taylor-Green vortices against a closed form, a series and finer meshes."""
import re
from math import exp, log2, pi, sqrt

LINE = re.compile(r"Taylor-Green, (\d+) x .* at 0.05, (\S+) at 0\n")
RATE = 2 * 5 * sqrt(pi) / 16 * 0.02 * (2 * pi) ** 2  # 2 nu k^2
IN_SPACE = re.compile(r"Taylor-Green in space, (\d+) x .*: energy (\S+), enstrophy (\S+)")
SERIES = re.compile(r"Taylor-Green in space, 12 and 24 cells at t = 1: \S+, (\S+) of (\S+)")


def measure(result):
    if result.name == "in_space":
        return in_space(result)
    if result.name == "in_space_start":
        found, exact = map(float, SERIES.search(result.text()).groups())
        return {"series": found / exact}
    return {f"error_{cells}": float(error) for cells, error in LINE.findall(result.text())}


def in_space(result):
    lines = {int(cells): (float(e), float(w)) for cells, e, w in IN_SPACE.findall(result.text())}
    energy = {cells: sizes[0] for cells, sizes in lines.items()}
    return {
        "energy_48": energy[48] / energy[96],
        "enstrophy_48": lines[48][1] / lines[96][1],
        "order": log2((energy[48] - energy[24]) / (energy[96] - energy[48])),
    }


def plot(results, plotting):
    figure, (decay, error, vorticity) = plotting.chart(3, width=12, height=4)
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
    vorticity.label("in space, Re 100", "t", "enstrophy")
    for number, cells in enumerate((24, 48, 96)):
        table = results["in_space"].profile(f"taylor_green_in_space_{cells}")
        vorticity.computed_line(
            table["t"], table["enstrophy"], number + 1, f"slipflow, {cells} cells along an axis", "-"
        )
    vorticity.legend()
    decay.legend()
    error.legend()
    return figure
