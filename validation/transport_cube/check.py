"""A cube that cools in air against its series."""
from math import cos, exp, log2, pi, sin, tan

BIOT, HALF = 1.0, 0.5
TERMS = 60


def roots():
    """b tan b = Bi, one root in each interval [n pi, n pi + pi/2)."""
    for n in range(TERMS):
        low, high = n * pi, n * pi + pi / 2 - 1e-12
        for _ in range(200):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if middle * tan(middle) < BIOT else (low, middle)
        yield 0.5 * (low + high)


ROOTS = list(roots())


def factor(b):
    return 4 * sin(b) / (2 * b + sin(2 * b))


def slab(x, t):
    """The series of a slab from 0 to 1."""
    return sum(factor(b) * exp(-b * b * t / HALF**2) * cos(b * (x - HALF) / HALF) for b in ROOTS)


def slab_mean(t):
    return sum(factor(b) * exp(-b * b * t / HALF**2) * sin(b) / b for b in ROOTS)


def expected(result):
    return {"mean": slab_mean(0.1) ** 3, "centre": slab(0.5, 0.1) ** 3}


def measure(result):
    last = result.last_profile("middle")
    line = [slab(x, 0.1) * slab(0.5, 0.1) ** 2 for x in last["x"]]
    inner = range(4, len(line) - 4)  # the outermost points are in half cells
    found = {
        "mean": result.table("history.csv")[-1]["phi_mean"],
        "centre": last["phi"][len(line) // 2],
        "profile": max(abs(last["phi"][k] - line[k]) for k in inner),
    }
    if coarse := result.earlier.get("cells_16"):
        exact = slab_mean(0.1) ** 3
        errors = [abs(r.table("history.csv")[-1]["phi_mean"] - exact) for r in (coarse, result)]
        found["order"] = log2(errors[0] / errors[1])
    return found


def plot(results, plotting):
    figure, (line,) = plotting.chart(1)
    line.label("through the middle at t = 0.1", "x", "phi")
    fine = [k / 200 for k in range(201)]
    line.reference_line(fine, [slab(x, 0.1) * slab(0.5, 0.1) ** 2 for x in fine], name="series")
    for number, result in enumerate(results.values()):
        last = result.last_profile("middle")
        line.computed_points(last["x"][::5], last["phi"][::5], number + 1, result.run.label)
    line.legend()
    return figure
