"""Start-up of an oscillating channel flow against its closed form."""
from functools import cache
from math import atan, cos, exp, log2, pi, sin, sqrt

HALF, SPEED, VISCOSITY, X = 0.01, 0.01, 3.3e-6, 0.08
ANGULAR = pi  # of the inflow
TERMS = 400


@cache
def eigenvalues():
    """The first positive roots of tan k = k."""
    roots = []
    for n in range(1, TERMS + 1):
        k = (n + 0.5) * pi
        for _ in range(50):
            k = n * pi + atan(k)
        roots.append(k)
    return roots


def exact(y, t):
    """u over SPEED at a distance y from the axis over HALF: the response to a step of the flow rate,
    1.5 (1 - y^2) + sum 2 (cos k y - cos k)/(k sin k) exp(-k^2 nu t/HALF^2), convoluted with the
    inflow."""
    u = 1.5 * (1 - y * y) * sin(ANGULAR * t)
    for k in eigenvalues():
        rate = k * k * VISCOSITY / HALF**2
        memory = rate * cos(ANGULAR * t) + ANGULAR * sin(ANGULAR * t) - rate * exp(-rate * t)
        weight = 2 * (cos(k * y) - cos(k)) / (k * sin(k))
        u += weight * ANGULAR * memory / (rate**2 + ANGULAR**2)
    return u


def differences(result, time):
    """In the cells of the upper half, on x = X; none if the run has not come there."""
    frames = [frame for frame in result.frames() if abs(frame.time - time) < 1e-6]
    if not frames:
        return []
    u = frames[0].along_y("u", X)
    return [v / SPEED - exact(y / HALF, time) for y, v in zip(frames[0].y, u) if y > 0]


def root(result):
    found = differences(result, 0.5)
    return sqrt(sum(d * d for d in found) / len(found)) if found else None


def measure(result):
    history = result.table("history.csv")
    found = {"pressure": sum(row["pressure_iterations"] for row in history), "rms": root(result)}
    for time in (0.1, 0.2, 0.5):
        if there := differences(result, time):
            found[f"at_{time}".replace(".", "_")] = max(abs(d) for d in there)
    if coarse := result.earlier.get("cells_160"):
        found["order"] = log2(root(coarse) / found["rms"])
    return {name: value for name, value in found.items() if value is not None}


def plot(results, plotting):
    figure, (panel,) = plotting.chart(1)
    panel.label("u over the largest inflow, on x = 0.08 m", "y over the half width", "u")
    fine = [k / 200 for k in range(201)]
    for number, time in enumerate((0.1, 0.2, 0.5)):
        panel.reference_line(fine, [exact(y, time) for y in fine], name=f"t = {time} s")
        for result in results.values():
            frame = next(f for f in result.frames() if abs(f.time - time) < 1e-6)
            u = frame.along_y("u", X)
            places = [y / HALF for y in frame.y if y > 0]
            panel.computed_points(places, [v / SPEED for v in u[-len(places) :]], number, None)
    panel.legend()
    return figure
