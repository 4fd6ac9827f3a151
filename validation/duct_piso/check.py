"""Slip flow along a duct against its series."""
from math import atan, cosh, log2, pi, sin, sinh

WIDTH, HEIGHT, SLIP, TERMS = 1.0, 0.5, 0.1, 60


def wave_number(m):
    """The m-th root of k tan(k WIDTH/2) = 1/SLIP, by fixed-point iterations."""
    k = 2 * m * pi / WIDTH + 1
    for _ in range(200):
        k = 2 * (m * pi + atan(1 / (SLIP * k))) / WIDTH
    return k


def series():
    """The mean velocity, and that in the middle."""
    mean = middle = 0.0
    for m in range(TERMS):
        k = wave_number(m)
        integral = 2 * sin(k * WIDTH / 2) / k
        square = WIDTH / 2 + sin(k * WIDTH) / (2 * k)
        half = k * HEIGHT / 2
        across = 1 / (cosh(half) + SLIP * k * sinh(half))
        mean += integral**2 / square / k**2 * (HEIGHT - 2 * across * sinh(half) / k)
        middle += integral / square / k**2 * (1 - across)
    return mean / (WIDTH * HEIGHT), middle


def expected(result):
    mean, middle = series()
    return {"mean": mean, "middle": middle}


def velocities(result):
    """Of a cross-section, by [z][y]."""
    frame = result.last_frame()
    u = frame.fields["u"]
    return [
        [u[(k * frame.ny + j) * frame.nx] for j in range(frame.ny)] for k in range(frame.nz)
    ]


def mean_of(result):
    rows = velocities(result)
    return sum(map(sum, rows)) / sum(map(len, rows))


def in_the_middle(result):
    """The mean of the four cells around it."""
    rows = velocities(result)
    k, j = len(rows) // 2, len(rows[0]) // 2
    return sum(rows[a][b] for a in (k - 1, k) for b in (j - 1, j)) / 4


def measure(result):
    found = {"mean": mean_of(result), "middle": in_the_middle(result)}
    if coarse := result.earlier.get("cells_16"):
        exact = series()[0]
        found["order"] = log2(abs(mean_of(coarse) - exact) / abs(found["mean"] - exact))
    return found


def plot(results, plotting):
    figure, (panel,) = plotting.chart(1)
    panel.label("u between the wide walls, in the middle", "z", "u")
    for number, result in enumerate(results.values()):
        rows = velocities(result)
        j = len(rows[0]) // 2
        u = [0.5 * (row[j - 1] + row[j]) for row in rows]
        panel.computed_line(result.last_frame().z, u, number, result.run.label, "-")
    panel.legend()
    return figure
