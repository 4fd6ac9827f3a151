"""Couette flow against its closed form."""
from math import pi, sqrt

from framework.frames import extrapolated

A = 4 / 15  # T = Tc - A u^2


def expected(result):
    return {"profile_u": 0, "profile_T": 0}


def measure(result):
    frame = result.last_frame()
    y, u, T = frame.y, frame.column("u", 1), frame.column("T", 1)
    middle = len(y) // 2
    slope = (u[middle] - u[middle - 1]) / (y[middle] - y[middle - 1])
    T_centre = extrapolated(y[middle - 1 : middle + 2], T[middle - 1 : middle + 2], 0)
    tau = T_centre ** exponent(result) * slope
    exact_u, exact_T = exact_profiles(result, y)
    return {
        "u_gas": at_wall(y, u),
        "T_gas": at_wall(y, T),
        "T_centre": T_centre,
        "p": frame.mean("p"),
        "tau": tau,
        "stress": 5 * sqrt(pi) / 16 * result.setting("gas.knudsen") * tau,
        "profile_u": max(abs(a - b) for a, b in zip(u, exact_u)),
        "profile_T": max(abs(a - b) for a, b in zip(T, exact_T)),
    }


def at_wall(y, f):
    """The gas at the upper wall, extrapolated from the three rows below it."""
    return extrapolated(y[-3:], f[-3:], 0.5)


def exponent(result):
    """omega of Gamma = T^omega."""
    return result.setting("gas.viscosity_exponent")


def exact_profiles(result, places):
    """u and T at the places, from y(u) tau = integral from 0 to u of (Tc - A s^2)^omega."""
    omega = exponent(result)
    T_centre, tau, u_gas = (result.run.expect[key] for key in ("T_centre", "tau", "u_gas"))

    def gamma(u):
        return (T_centre - A * u * u) ** omega

    def y_of(u, intervals=20):
        """By Simpson's rule."""
        h = u / intervals
        inner = sum((4 if k % 2 else 2) * gamma(k * h) for k in range(1, intervals))
        return (gamma(0) + inner + gamma(u)) * h / 3 / tau

    def u_of(y):
        u = 2 * u_gas * y
        for _ in range(20):
            u -= (y_of(u) - y) * tau / gamma(u)
        return u

    u = [u_of(y) for y in places]
    return u, [T_centre - A * value * value for value in u]


def plot(results, plotting):
    figure, (left, right) = plotting.chart(2, width=11.5)
    left.label("velocity over that of the upper wall", "u / (U/2)", "y")
    right.label("temperature", "T", "y")
    fine = [k / 200 - 0.5 for k in range(201)]
    for number, result in enumerate(results.values()):
        frame = result.last_frame()
        u, T = exact_profiles(result, fine)
        wall = {"kn005_u02": 0.1, "kn005_u2": 1.0}.get(result.name, 0.5)
        left.reference_line([value / wall for value in u], fine, number)
        left.computed_points([value / wall for value in frame.column("u", 1)], frame.y, number)
        right.reference_line(T, fine, number)
        right.computed_points(frame.column("T", 1), frame.y, number, result.run.label)
    left.axis.plot([], [], "-k", label="closed form")
    left.axis.plot([], [], "xk", label="slipflow")
    left.legend()
    right.legend(bbox_to_anchor=(1.02, 1), loc="upper left")
    return figure
