"""Forces on a square in a vortex street."""
from framework.frames import crossing

PERIODS = 4  # of the end of a run, over which is measured


def forces(result):
    """Times, drag and lift coefficients."""
    rows = result.table("forces.csv")
    name = "rectangle_1"

    def of(axis):
        return [2 * (row[f"{name}_pressure_{axis}"] + row[f"{name}_friction_{axis}"]) for row in rows]

    return [row["time"] for row in rows], of("x"), of("y")


def upward_crossings(t, lift):
    """Times at which the lift, linear between the lines of the table, becomes positive."""
    times = []
    for k in range(1, len(t)):
        if lift[k - 1] < 0 <= lift[k]:
            times.append(crossing(t[k - 1 : k + 1], lift[k - 1 : k + 1], 0.0))
    return times


def measure(result):
    t, drag, lift = forces(result)
    ends = upward_crossings(t, lift)[-1 - PERIODS :]
    if len(ends) <= PERIODS:
        return {}
    inside = [k for k, time in enumerate(t) if ends[0] <= time <= ends[-1]]
    lifts = [lift[k] for k in inside]
    return {
        "strouhal": PERIODS / (ends[-1] - ends[0]),
        "drag": sum(drag[k] for k in inside) / len(inside),
        "lift": 0.5 * (max(lifts) - min(lifts)),
    }


def plot(results, plotting):
    figure, (panel,) = plotting.chart(1)
    panel.label("coefficients of the square", "t U / D", "coefficient")
    for number, result in enumerate(results.values()):
        t, drag, lift = forces(result)
        panel.computed_line(t, drag, 2 * number, f"drag, {result.run.label}", "-")
        panel.computed_line(t, lift, 2 * number + 1, f"lift, {result.run.label}", "-")
    panel.legend()
    return figure
