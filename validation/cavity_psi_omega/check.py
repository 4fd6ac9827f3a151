"""The lid-driven cavity in stream function and vorticity against values of its discrete equations,
of Ghia et al. and of a spectral method."""
from math import log2, sqrt

from framework.frames import extremum, read_table, value_at

SPECTRAL_PSI_MIN = -0.118937  # Botella & Peyret, Re 1000


def reynolds(result):
    return f"re{result.setting('fluid.reynolds'):g}"


def cells(result):
    return int(result.setting("mesh.cells"))


def reference(result, file, line):
    """Places and velocities of a table on x = 0.5 (u) or y = 0.5 (v). The places are rounded nodes
    of 128 cells."""
    rows = read_table(result.run.file.parent / file)
    rows = [row for row in rows if (row["run"], row["line"]) == (reynolds(result), line)]
    return [round(row["at"] * 128) / 128 for row in rows], [row["velocity"] for row in rows]


def lines(result):
    """(y, u) on x = 0.5 and (x, v) on y = 0.5, at the nodes."""
    vertical, horizontal = result.last_profile("vertical"), result.last_profile("horizontal")
    step = (len(vertical["y"]) - 1) // cells(result)
    return (
        (vertical["y"][::step], vertical["u"][::step]),
        (horizontal["x"][::step], horizontal["v"][::step]),
    )


def psi_min(result):
    return result.table("history.csv")[-1]["psi_min"]


def deviation(result, file):
    """The root of the mean square of u - reference on x = 0.5; None without a reference."""
    (y, u), _ = lines(result)
    places, expected = reference(result, file, "u")
    return root_mean_square([value_at(y, u, at) for at in places], expected) if places else None


def coarser(result):
    """The runs with a quarter and with half of the cells, None where there is none."""
    here = cells(result)
    name = result.name.removesuffix(f"_{here}")
    return [result.earlier.get(f"{name}_{here // parts}") for parts in (4, 2)]


def order_of_psi(result):
    """The observed order of the smallest psi on three meshes, or on two with a known limit."""
    quarter, half = coarser(result)
    if half and reynolds(result) == "re1000":
        errors = [psi_min(one) - SPECTRAL_PSI_MIN for one in (half, result)]
    elif quarter and half:
        values = [psi_min(one) for one in (quarter, half, result)]
        errors = [b - a for a, b in zip(values, values[1:])]
    else:
        return None
    return log2(errors[0] / errors[1])


def order_of_u(result):
    """The observed order of u on x = 0.5 from three meshes, at the nodes of the coarsest."""
    runs = [*coarser(result), result]
    if not all(runs):
        return None
    profiles = [lines(run)[0][1][:: cells(run) // cells(runs[0])] for run in runs]
    differences = [root_mean_square(a, b) for a, b in zip(profiles, profiles[1:])]
    return log2(differences[0] / differences[1])


def root_mean_square(a, b):
    return sqrt(sum((p - q) ** 2 for p, q in zip(a, b)) / len(a))


def measure(result):
    (y, u), (x, v) = lines(result)
    found = {
        "psi_min": psi_min(result),
        "u_min": min(u),
        "v_max": max(v),
        "v_min": min(v),
        "u_vertex": extremum(y, u, largest=False)[1],
        "v_vertex_max": extremum(x, v)[1],
        "v_vertex_min": extremum(x, v, largest=False)[1],
        "ghia": deviation(result, "../cavity/ghia.csv"),
        "botella_peyret": deviation(result, "botella_peyret.csv"),
        "order": order_of_psi(result),
        "order_u": order_of_u(result),
    }
    steady = result.earlier.get(result.name.removesuffix("_rows"))
    if steady:
        found["rows"] = abs(psi_min(result) - psi_min(steady))
    return {name: value for name, value in found.items() if value is not None}


def finest(results):
    """The run with the most cells of each Reynolds number, without variants."""
    best = {}
    for result in results.values():
        if result.name == f"{reynolds(result)}_{cells(result)}":
            best[reynolds(result)] = result  # in the order of the cells
    return list(best.values())


def plot(results, plotting):
    chosen = finest(results)
    figure, panels = plotting.chart(2 + len(chosen), columns=2, width=10, height=4.4)
    (left, right), pictures = panels[:2], panels[2:]
    left.label("u on the line x = 0.5", "u", "y")
    right.label("v on the line y = 0.5", "x", "v")
    for number, result in enumerate(chosen):
        (y, u), (x, v) = lines(result)
        left.computed_line(u, y, number, f"slipflow, {result.run.label}", "-")
        right.computed_line(x, v, number, None, "-")
        places, velocity = reference(result, "../cavity/ghia.csv", "u")
        left.reference_points(velocity, places, number, "Ghia et al.")
        right.reference_points(*reference(result, "../cavity/ghia.csv", "v"), number)
    left.legend()
    for panel, result in zip(pictures, chosen):
        panel.label(f"streamlines, {result.run.label}", "x", "y")
        panel.contours(result.last_frame(), "psi", STREAMLINES)
    return figure


STREAMLINES = sorted(
    [-0.115, -0.11, -0.1, -0.09, -0.07, -0.05, -0.03, -0.01, -1e-3, -1e-4, -1e-5]
    + [1e-6, 1e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3, 1.5e-3]
)
