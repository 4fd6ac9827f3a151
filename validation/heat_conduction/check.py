"""Heat conduction between plates with jump against its closed form."""
from math import pi, sqrt

from framework.frames import extrapolated

JUMP = 2.1904
PLATES = {"kn005_hot": (1, 4)}


def expected(result):
    lower, upper, p = gas_at_plates(*case_of(result))
    return {
        "T_lower": lower,
        "T_upper": upper,
        "p": p,
        "profile_T": 0,
        "speed": 0,
        "q": 2 / 3 * conductivity(result) * (upper**1.5 - lower**1.5),
    }


def measure(result):
    frame = result.last_frame()
    y, T = frame.y, frame.column("T", 1)
    middle = len(y) // 2
    face = sqrt(0.5 * (T[middle - 1] + T[middle]))
    lower, upper, _ = gas_at_plates(*case_of(result))
    return {
        "T_lower": extrapolated(y[:3], T[:3], 0),
        "T_upper": extrapolated(y[-3:], T[-3:], 1),
        "p": frame.mean("p"),
        "q": conductivity(result)
        * face
        * (T[middle] - T[middle - 1])
        / (y[middle] - y[middle - 1]),
        "profile_T": max(abs(a - b) for a, b in zip(T, profile(lower, upper, y))),
        "speed": max(max(map(abs, frame.fields["u"])), max(map(abs, frame.fields["v"]))),
    }


def case_of(result):
    return result.setting("gas.knudsen"), *PLATES.get(result.name, (1, 2))


def conductivity(result):
    """CT1, in units of which lambda = sqrt(T)."""
    return 25 * sqrt(pi) / 32 * result.setting("gas.knudsen")


def gas_at_plates(kn, wall_lower, wall_upper):
    """Gas temperatures at the plates and the pressure, by repeated substitution (half of each
    change)."""
    lower, upper = float(wall_lower), float(wall_upper)
    for _ in range(500):
        # T = (a + b y)^(2/3), so p / T integrates to 3 p (sqrt T2 - sqrt T1) / b = 1
        b = upper**1.5 - lower**1.5
        p = b / (3 * (sqrt(upper) - sqrt(lower)))
        slope_lower, slope_upper = (2 / 3 * b / sqrt(T) for T in (lower, upper))
        lower += 0.5 * (wall_lower + JUMP * kn * lower / p * slope_lower - lower)
        upper += 0.5 * (wall_upper - JUMP * kn * upper / p * slope_upper - upper)
    return lower, upper, p


def profile(lower, upper, y):
    return [(lower**1.5 + (upper**1.5 - lower**1.5) * at) ** (2 / 3) for at in y]


def plot(results, plotting):
    figure, (whole,) = plotting.chart(1, width=8)
    whole.label("temperature between the plates", "T", "y")
    fine = [k / 200 for k in range(201)]
    for number, result in enumerate(results.values()):
        frame = result.last_frame()
        lower, upper, _ = gas_at_plates(*case_of(result))
        whole.reference_line(profile(lower, upper, fine), fine, number)
        whole.computed_points(frame.column("T", 1), frame.y, number, result.run.label)
    whole.axis.plot([], [], "-k", label="closed form")
    whole.legend(bbox_to_anchor=(1.02, 1), loc="upper left")
    return figure
