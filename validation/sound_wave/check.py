"""A damped standing sound wave against the linear equations of the gas."""
from math import cos, pi, sqrt

INITIAL = 1e-4
SCHEMES = (("implicit", "implicit Euler"), ("second_order", "second order"))


def expected(result):
    """Nothing of the runs of first order."""
    return {"amplitude": exact_amplitude(result)} if "second" in result.name else {}


def exact_amplitude(result):
    """That of the density over the initial one: the rates of the first cosine of rho and T and of
    the first sine of u, integrated in steps so short that they do not count."""
    k, gamma, prandtl = pi, 5 / 3, 2 / 3
    viscosity = 5 * sqrt(pi) / 16 * result.setting("gas.knudsen")

    def rates(rho, u, T):
        return (
            -k * u,
            0.5 * k * (rho + T) - 4 / 3 * viscosity * k**2 * u,
            -(gamma - 1) * k * u - gamma * viscosity / prandtl * k**2 * T,
        )

    state, steps = (1.0, 0.0, gamma - 1), 4000
    dt = result.setting("time.end") / steps
    for _ in range(steps):
        state = runge_kutta(rates, state, dt)
    return state[0]


def runge_kutta(rates, state, dt):
    def ahead(slope, part):
        return [value + part * dt * change for value, change in zip(state, slope)]

    a = rates(*state)
    b = rates(*ahead(a, 0.5))
    c = rates(*ahead(b, 0.5))
    d = rates(*ahead(c, 1))
    mean = [(p + 2 * q + 2 * r + s) / 6 for p, q, r, s in zip(a, b, c, d)]
    return ahead(mean, 1)


def measure(result):
    frame = result.last_frame()
    wave = [(rho - 1) * cos(pi * x) for rho, x in zip(frame.row("rho", 1), frame.x)]
    amplitude = 2 * sum(wave) / len(wave) / INITIAL
    return {
        "amplitude": amplitude,
        "error": abs(amplitude / exact_amplitude(result) - 1),
        "steps": result.summary["steps"],
        "inner": result.summary["inner_iterations"],
    }


def plot(results, plotting):
    figure, panels = plotting.chart(2)
    exact = exact_amplitude(next(iter(results.values())))
    for number, (scheme, label) in enumerate(SCHEMES):
        runs = [(measure(r), name) for name, r in results.items() if name.startswith(scheme)]
        fixed = sorted((m["steps"], m) for m, name in runs if not name.endswith("chosen"))
        chosen = [m for m, name in runs if name.endswith("chosen")]
        for panel, key in zip(panels, ("amplitude", "error")):
            panel.computed_line([s for s, _ in fixed], [m[key] for _, m in fixed], number, label, "-")
            panel.reference_points(
                [m["steps"] for m in chosen], [m[key] for m in chosen], number, "chosen steps"
            )
    panels[0].axis.axhline(exact, color="black", linewidth=0.8, label="exact")
    panels[0].label("amplitude after two periods", "steps", "over the initial one").legend()
    panels[1].label("its error", "steps", "part of the exact amplitude")
    panels[1].axis.set_yscale("log")
    for panel in panels:
        panel.axis.set_xscale("log")
    return figure
