"""Frequency and lift of a vortex street, with long and with short steps."""
PERIODS = 4
SPEED = 0.27386  # of the stream, in V0


def expected(result):
    """Those of the run of the same mesh with short steps of second order."""
    mesh = result.name.split("_")[-1]
    if not result.name.startswith("chosen"):
        return {}
    short = result.earlier.get(f"short_{mesh}")
    found = street(short) if short else {}
    return {key: found[key] for key in ("strouhal", "lift") if key in found}


def measure(result):
    return street(result) | {
        "steps": result.summary["steps"],
        "inner": result.summary["inner_iterations"],
    }


def street(result):
    """Frequency in stream speeds over sides, half the range of the lift coefficient over the last
    periods, and how much it changed between their halves."""
    table = result.table("forces.csv")
    t = [line["time"] for line in table]
    lift = [line["rectangle_1_lift_pressure"] + line["rectangle_1_lift_friction"] for line in table]
    ends = upward_crossings(t, lift)[-1 - PERIODS :]
    if len(ends) <= PERIODS:
        return {}

    def half_range(begin, end):
        inside = [value for time, value in zip(t, lift) if begin <= time <= end]
        return 0.5 * (max(inside) - min(inside))

    half = PERIODS // 2
    before, after = half_range(ends[0], ends[half]), half_range(ends[half], ends[-1])
    return {
        "strouhal": PERIODS / (ends[-1] - ends[0]) / SPEED,
        "lift": half_range(ends[0], ends[-1]),
        "drift": abs(after / before - 1),
    }


def upward_crossings(t, lift):
    """Times at which the lift, linear between the lines of the table, becomes positive."""
    return [
        a + (b - a) * before / (before - after)
        for a, b, before, after in zip(t, t[1:], lift, lift[1:])
        if before < 0 <= after
    ]
