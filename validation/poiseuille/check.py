"""Plane Poiseuille flow with slip against its closed form."""
from math import pi, sqrt

from framework.frames import extrapolated

SLIP = 1.1466


def expected(result):
    velocity, slip = closed_form(result)
    values = {"u_centre": velocity(0.5), "profile_u": 0, "flow": scale(result) * (4 / 6 + 4 * slip)}
    # Without slip it is 0, which allows for no relative error; the profile covers it.
    return values | ({"u_slip": velocity(0)} if slip else {})


def measure(result):
    frame = result.last_frame()
    y, u = frame.y, frame.column("u", 1)
    velocity, _ = closed_form(result)
    middle = len(y) // 2
    return {
        "u_centre": extrapolated(y[middle - 1 : middle + 2], u[middle - 1 : middle + 2], 0.5),
        "u_slip": extrapolated(y[:3], u[:3], 0),
        "flow": frame.mean("u"),
        "profile_u": max(abs(a - velocity(b)) for a, b in zip(u, y)) / scale(result),
    }


def scale(result):
    """g / (8 nu): the velocity in the middle without slip."""
    kn = result.setting("gas.knudsen")
    return result.setting("gas.gravity") / (8 * 5 * sqrt(pi) / 16 * kn)


def closed_form(result):
    """u(y), and the slip over the slope of y (1 - y) at the wall."""
    slip = 0 if result.name == "no_slip" else SLIP * result.setting("gas.knudsen")
    size = scale(result)
    return lambda y: 4 * size * (y * (1 - y) + slip), slip


def plot(results, plotting):
    figure, (whole,) = plotting.chart(1, width=8)
    whole.label("velocity between the plates", "u / (g / 8 nu)", "y")
    fine = [k / 200 for k in range(201)]
    for number, result in enumerate(results.values()):
        frame, size = result.last_frame(), scale(result)
        velocity, _ = closed_form(result)
        whole.reference_line([velocity(y) / size for y in fine], fine, number)
        whole.computed_points(
            [u / size for u in frame.column("u", 1)], frame.y, number, result.run.label
        )
    whole.axis.plot([], [], "-k", label="closed form")
    whole.legend(bbox_to_anchor=(1.02, 1), loc="upper left")
    return figure
