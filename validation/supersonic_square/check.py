"""Supersonic flow past a square: drag, the shock on the stagnation line, pressure and total
temperature there."""

from framework.frames import value_at

FRONT, MACH = 4.5, 2.43
TOTAL = 1 + MACH**2 / 3  # T + u^2 / 2.5 of the stream
# Pitot pressure behind a normal shock of a monatomic gas, without viscosity (Rayleigh).
BEHIND2 = (MACH**2 + 3) / (5 * MACH**2 - 1)
PITOT = (5 * MACH**2 - 1) / 4 * (1 + BEHIND2 / 3) ** 2.5


def expected(result):
    return {"total": TOTAL, "largest_p": PITOT}


def measure(result):
    frame = result.last_frame()
    x, T0, rho = stagnation_line(frame)
    shock = place_of_shock(x, rho)
    forces = result.table("forces.csv")[-1]
    drag = sum(forces[f"rectangle_1_drag_{part}"] for part in ("pressure", "friction"))
    return {
        "total": value_at(x, T0, 0.5 * (shock + FRONT)),
        "largest_p": max(frame.row("p", 0)[: len(x)]),
        "stand_off": FRONT - shock,
        "drag": drag,
    }


def stagnation_line(frame):
    """x, T + u^2 / 2.5 and rho in the row next to the plane of symmetry, up to the square."""
    ahead = sum(x < FRONT for x in frame.x)
    u, T = frame.row("u", 0)[:ahead], frame.row("T", 0)[:ahead]
    return frame.x[:ahead], [a + b * b / 2.5 for a, b in zip(T, u)], frame.row("rho", 0)[:ahead]


def place_of_shock(x, rho):
    """Where the density rises fastest for the first time: the gas next to the cold wall is denser
    still. The vertex of the parabola through the three largest slopes."""
    slopes = [(b - a) / (q - p) for a, b, p, q in zip(rho, rho[1:], x, x[1:])]
    k = next(
        k
        for k in range(1, len(slopes) - 1)
        if slopes[k] > 0.2 and slopes[k] >= slopes[k - 1] and slopes[k] > slopes[k + 1]
    )
    bend = slopes[k - 1] - 2 * slopes[k] + slopes[k + 1]
    return 0.5 * (x[k] + x[k + 1]) + 0.5 * (slopes[k - 1] - slopes[k + 1]) / bend * (x[1] - x[0])


def plot(results, plotting):
    figure, (line, density, picture) = plotting.chart(3, columns=3, width=14)
    line.label("total temperature on the stagnation line", "x", "T + u^2 / 2.5")
    density.label("pressure on the stagnation line", "x", "p")
    line.reference_line([0, FRONT], [TOTAL, TOTAL], 6, f"stream: {TOTAL:.3f}")
    density.reference_line([0, FRONT], [PITOT, PITOT], 6, f"Rayleigh's Pitot pressure: {PITOT:.2f}")
    for number, result in enumerate(results.values()):
        frame = result.last_frame()
        x, T0, _ = stagnation_line(frame)
        line.computed_line(x, T0, number, result.run.label, "-")
        density.computed_line(x, frame.row("p", 0)[: len(x)], number, result.run.label, "-")
    for panel in (line, density):
        panel.axis.set_xlim(1.5, FRONT)
        panel.legend()
    finest = results["tvd_fine"]
    picture.label(f"p, {finest.run.label}", "x", "y")
    picture.picture(finest.last_frame(), "p")
    return figure
