"""Rayleigh-Benard flow: pure conduction with gravity, and whether and how fast rolls grow."""
from functools import cache
from math import exp, log, pi, sqrt

from framework.frames import extrapolated
from framework.verdicts import load_module

conduction = load_module(__file__, "conduction")
START, END = 60, 100  # of the time in which the growth rate is measured


def expected(result):
    rest = at_rest(result)
    if result.name == "kn005_fr1":
        return {"T_lower": rest.lower, "T_upper": rest.upper, "profile_T": 0, "profile_p": 0}
    return {"rate": linear_rate(result)} if result.name == "kn001_fr125" else {}


def numbers(result):
    """Kn and Fr."""
    return result.setting("gas.knudsen"), -1 / result.setting_list("gas.gravity")[1]


def at_rest(result):
    return conduction.Conduction(*numbers(result))


@cache
def linear_rate(result):
    """Of rolls of the width 1 each, a wave of the length 2."""
    stability = load_module(__file__, "stability")  # needs numpy, which the small form does without
    return float(stability.growth_rate(at_rest(result), *numbers(result), pi))


def measure(result):
    frames, rest = result.frames(), at_rest(result)
    frame = frames[-1]
    y, T, p = frame.y, mean_over_x(frame, "T"), mean_over_x(frame, "p")
    v = frame.along_x("v", 0.5)
    lower = extrapolated(y[:3], T[:3], 0)
    # Between the plate and the first centre, with the conductivity of the temperature between them.
    flow = sqrt(0.5 * (lower + T[0])) * (lower - T[0]) / y[0]
    return {
        "speed": largest(frame, "u"),
        "rate": rate(frames),
        "rolls": sum(a * b < 0 for a, b in zip(v, v[1:] + v[:1])),
        "nusselt": flow / rest.heat,
        "T_lower": lower,
        "T_upper": extrapolated(y[-3:], T[-3:], 1),
        "profile_T": max(abs(a - rest.T(b)) for a, b in zip(T, y)),
        "profile_p": max(abs(a - rest.p_of(b)) for a, b in zip(p, y)),
    }


def largest(frame, name):
    return max(map(abs, frame.fields[name]))


def rate(frames):
    """Of the largest horizontal velocity, between START and END."""
    ends = [
        frame
        for frame in frames
        if START - 0.1 < frame.time < START + 0.1 or END - 0.1 < frame.time < END + 0.1
    ]
    if len(ends) != 2:
        return 0.0
    first, last = (log(max(largest(frame, "u"), 1e-300)) for frame in ends)
    return (last - first) / (ends[1].time - ends[0].time)


def mean_over_x(frame, name):
    return [sum(frame.row(name, j)) / frame.nx for j in range(frame.ny)]


def plot(results, plotting):
    figure, (profile, speed, cold, rolls) = plotting.chart(4, width=11)
    still, moving = results["kn005_fr1"], results["kn001_fr2"]
    fine = [k / 200 for k in range(201)]
    rest, frame = at_rest(still), still.last_frame()
    profile.label("Kn 0.05, Fr 1 at the end", "T, p", "y")
    for number, (name, f) in enumerate((("T", rest.T), ("p", rest.p_of))):
        profile.reference_line([f(y) for y in fine], fine, number, f"{name}, conduction")
        profile.computed_points(mean_over_x(frame, name), frame.y, number, f"{name}, slipflow")
    profile.legend()
    speed.label("largest horizontal velocity", "t", "u / V0")
    for number, result in enumerate(results.values()):
        frames = [frame for frame in result.frames() if frame.time > 0]
        speed.computed_line(
            [f.time for f in frames],
            [largest(f, "u") for f in frames],
            number,
            result.run.label,
            "-x",
        )
        if result.name == "kn001_fr125":
            begin, size = frames[-1].time, largest(frames[-1], "u")
            times = [40, begin]
            speed.reference_line(
                times,
                [size * exp(linear_rate(result) * (t - begin)) for t in times],
                6,
                "rate of the linear theory",
            )
    speed.axis.set_yscale("log")
    speed.axis.set_ylim(1e-12, 1)
    speed.legend(bbox_to_anchor=(1.02, 1), loc="upper left")
    for panel, result in ((cold, still), (rolls, moving)):
        panel.label(f"T, {result.run.label}", "x", "y")
        panel.picture(result.last_frame(), "T")
    return figure
