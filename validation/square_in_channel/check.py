"""Flow past a square in a channel: length of the steady wake, frequency and amplitude of the vortex
street."""
from math import log2, nan

REAR = 13  # x of the square's rear face
PERIODS = 4  # of the end of a run, over which a street is measured


def cells_of_side(result):
    """Along x."""
    return round(result.setting("mesh.cells") / 50)


def is_street(result):
    return result.setting_text("scheme.time") == "adi"


def wake_length(result):
    """From the rear face to where u on the axis becomes positive."""
    axis = result.last_profile("axis")
    x, u = axis["x"][1:], axis["u"][1:]  # the first point is of the square
    for a, b, before, after in zip(x, x[1:], u, u[1:]):
        if before < 0 <= after:
            return a + (b - a) * before / (before - after) - REAR
    return nan


def upward_crossings(t, v):
    """Times at which v, linear between the lines of the table, becomes positive."""
    return [
        a + (b - a) * before / (before - after)
        for a, b, before, after in zip(t, t[1:], v, v[1:])
        if before < 0 <= after
    ]


def street(result):
    """Frequency and amplitude of v behind the square over the last periods, and how much the
    amplitude of the last two differs from that of the two before."""
    table = result.table("probes.csv")
    t, v = [line["time"] for line in table], [line["wake_v"] for line in table]
    ends = upward_crossings(t, v)[-1 - PERIODS :]
    if len(ends) <= PERIODS:
        return {}

    def amplitude(begin, end):
        inside = [speed for time, speed in zip(t, v) if begin <= time <= end]
        return 0.5 * (max(inside) - min(inside))

    before, after = amplitude(ends[0], ends[2]), amplitude(ends[2], ends[4])
    return {
        "strouhal": PERIODS / (ends[-1] - ends[0]),
        "amplitude": amplitude(ends[0], ends[-1]),
        "drift": abs(after / before - 1),
    }


def convergence(result):
    """The change of the frequency from the next coarser mesh, and its order from three meshes,
    where the changes have one sign."""
    here = cells_of_side(result)
    name = result.name.removesuffix(f"_{here}")
    meshes = [result.earlier.get(f"{name}_{here // parts}") for parts in (4, 2)]
    values = [street(one).get("strouhal", nan) for one in (*meshes, result) if one]
    changes = [b - a for a, b in zip(values, values[1:])]
    found = {}
    if changes:
        found["change"] = changes[-1]
    if len(changes) == 2:
        ratio = changes[0] / changes[1]
        found["order"] = log2(ratio) if ratio > 0 else nan
    return found


def measure(result):
    if is_street(result):
        return street(result) | convergence(result)
    return {"wake": wake_length(result)}


def expected(result):
    """The line of Breuer et al., where the case has no value of its own."""
    if is_street(result) or "wake" in result.run.expect or "wake" in result.run.report:
        return {}
    return {"wake": breuer(result.setting("fluid.reynolds"))}


def breuer(reynolds):
    return -0.065 + 0.0554 * reynolds


def plot(results, plotting):
    figure, (wake, frequency, steady, vortices) = plotting.chart(4, width=11)
    square_cells = {
        name: result
        for name, result in results.items()
        if name.endswith(f"_{cells_of_side(result)}")
    }
    draw_wakes(wake, [result for result in square_cells.values() if not is_street(result)])
    draw_frequencies(frequency, [result for result in square_cells.values() if is_street(result)])
    draw_vorticity(steady, square_cells, "re40_steady")
    draw_vorticity(vortices, square_cells, "re100")
    return figure


def draw_wakes(panel, wakes):
    panel.label("length of the steady wake", "Re", "length / D")
    panel.reference_line([5, 45], [breuer(5), breuer(45)], 6, "Breuer et al.")
    for number, cells in enumerate(sorted({cells_of_side(result) for result in wakes})):
        some = [result for result in wakes if cells_of_side(result) == cells]
        reynolds = [result.setting("fluid.reynolds") for result in some]
        lengths = [wake_length(result) for result in some]
        panel.computed_points(reynolds, lengths, number, f"slipflow, D/h = {cells}")
    panel.legend()


def draw_frequencies(panel, streets):
    panel.label("frequency of the vortex street", "Re", "St")
    panel.reference_points([100], [0.139], 6, "another solver, second order")
    for number, cells in enumerate(sorted({cells_of_side(result) for result in streets})):
        some = [result for result in streets if cells_of_side(result) == cells]
        reynolds = [result.setting("fluid.reynolds") for result in some]
        strouhal = [street(result).get("strouhal", nan) for result in some]
        panel.computed_points(reynolds, strouhal, number, f"slipflow, D/h = {cells}")
        panel.computed_line(reynolds, strouhal, number)
    panel.legend()


def draw_vorticity(panel, results, family):
    """Of the finest mesh of a Reynolds number."""
    finest = [result for name, result in results.items() if name.startswith(family + "_")][-1]
    panel.label(f"vorticity, {finest.run.label}", "x", "y")
    panel.picture(finest.last_frame(), "omega", [k / 4 - 3 for k in range(25)], "RdBu_r")
    panel.axis.set_xlim(10, 30)
