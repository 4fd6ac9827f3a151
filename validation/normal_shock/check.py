"""A steady normal shock against its exact structure."""
from functools import cache

from framework.frames import crossing, value_at
from framework.verdicts import load_module

structure = load_module(__file__, "structure")
DOWNSTREAM = 3  # where the jumps are taken, in thicknesses behind the middle


@cache
def exact(mach):
    return structure.Structure(mach)


def mach_of(result):
    return float(result.run.label.split()[1])


def expected(result):
    return {"profile": 0}


def measure(result):
    found, right = result.profile("profile"), exact(mach_of(result))
    x, rho = found["x"], found["rho"]
    middle = crossing(x, rho, 0.5 * (1 + right.rho2))
    slope = max((b - a) / (q - p) for a, b, p, q in zip(rho, rho[1:], x, x[1:]))
    thickness = slope / (right.rho2 - 1)
    behind = middle + DOWNSTREAM / thickness
    return {
        "rho": value_at(x, rho, behind),
        "T": value_at(x, found["T"], behind),
        "p": value_at(x, found["p"], behind),
        "thickness": thickness,
        "separation": middle - crossing(x, found["T"], 0.5 * (1 + right.T2)),
        "profile": max(
            mean_error(found, right, middle, thickness, name) for name in ("rho", "u", "T")
        ),
    }


def mean_error(found, right, middle, thickness, name):
    """The integral of the error over x, in units of the jump times the thickness."""
    values = getattr(right, name)
    jump = abs(values[-1] - values[0])
    x = found["x"]
    total = sum(abs(f - reference(right, values, at - middle)) for at, f in zip(x, found[name]))
    return total * (x[1] - x[0]) * thickness / jump


def reference(right, values, at):
    """Beyond its ends the exact structure is uniform."""
    if at <= right.x[0]:
        return values[0]
    return values[-1] if at >= right.x[-1] else value_at(right.x, values, at)


def plot(results, plotting):
    figure, panels = plotting.chart(2, width=10)
    for panel, name in zip(panels, ("rho", "T")):
        panel.label(
            f"{'density' if name == 'rho' else 'temperature'} through the shock",
            "x in mean free paths upstream",
            f"({name} - {name}1) / ({name}2 - {name}1)",
        )
        for number, result in enumerate(results.values()):
            found, right = result.profile("profile"), exact(mach_of(result))
            middle = crossing(found["x"], found["rho"], 0.5 * (1 + right.rho2))
            jump = (right.rho2 if name == "rho" else right.T2) - 1
            step = max(1, len(right.x) // 500)
            panel.reference_line(
                right.x[::step], [(f - 1) / jump for f in getattr(right, name)[::step]], number
            )
            panel.computed_points(
                [x - middle for x in found["x"]],
                [(f - 1) / jump for f in found[name]],
                number,
                result.run.label,
                most=90,
            )
        panel.axis.set_xlim(-15, 15)
    panels[0].axis.plot([], [], "-k", label="exact")
    panels[0].legend()
    return figure
