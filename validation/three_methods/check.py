"""The same flows by all methods."""
from math import nan

from framework.frames import crossing, extremum

# Differences are divided by these: spectral values, at Re 400 those of OpenFOAM on 128 x 128 cells.
SIZES = {
    "re100": (-0.2140424, 0.1795728, -0.2538030),
    "re400": (-0.32646, 0.30170, -0.45152),
    "re1000": (-0.3885698, 0.3769447, -0.5270771),
}
NAMES = ("u_min", "v_max", "v_min")
REAR, PERIODS = 9, 4


def flow_of(result):
    return result.name.split("_")[0]


def speed(result):
    """That of the lid."""
    words = result.setting_text("boundary.north").split("velocity=")
    return float(words[1].split(",")[0].split()[0])


def extrema(result):
    frame, lid = result.last_frame(), speed(result)
    u = [value / lid for value in frame.along_y("u", 0.5)]
    v = [value / lid for value in frame.along_x("v", 0.5)]
    return (
        extremum(frame.y, u, largest=False)[1],
        extremum(frame.x, v)[1],
        extremum(frame.x, v, largest=False)[1],
    )


def at_rest(result):
    """Extrema of an incompressible fluid; of a gas extrapolated from two Mach numbers."""
    here = extrema(result)
    if not (fast := result.earlier.get(f"{result.name}_fast")):
        return here
    return tuple((4 * slow - quick) / 3 for slow, quick in zip(here, extrema(fast)))


def of_all(result, measured):
    """A value of each method for this flow, this run last."""
    runs = [one for one in result.earlier.values() if flow_of(one) == flow_of(result)]
    return [measured(one) for one in (*runs, result) if not one.name.endswith("_fast")]


def wake_length(result):
    """From the rear face to where u on the axis becomes positive."""
    frame = result.last_frame()
    u = frame.along_x("u", 4.0)
    behind = [(x, value) for x, value in zip(frame.x, u) if x > REAR]
    end = crossing([x for x, _ in behind], [value for _, value in behind], 0.0)
    return nan if end is None else end - REAR


def strouhal(result):
    table = result.table("probes.csv")
    t, v = [line["time"] for line in table], [line["wake_v"] for line in table]
    ends = [
        crossing(t[k - 1 : k + 1], v[k - 1 : k + 1], 0.0)
        for k in range(1, len(t))
        if v[k - 1] < 0 <= v[k]
    ]
    return PERIODS / (ends[-1] - ends[-1 - PERIODS]) if len(ends) > PERIODS else nan


def largest_difference(values):
    return max(values) - min(values)


def measure(result):
    if flow_of(result) == "wake":
        lengths = of_all(result, wake_length)
        found = {"wake": lengths[-1]}
        if len(lengths) > 1:
            found["wakes"] = largest_difference(lengths) * len(lengths) / sum(lengths)
        return found
    if flow_of(result) == "street":
        values = of_all(result, strouhal)
        found = {"strouhal": values[-1]}
        return found | ({"frequencies": largest_difference(values)} if len(values) > 1 else {})
    found = dict(zip(NAMES, extrema(result)))
    if result.name.endswith("_piso"):
        by_name = zip(*of_all(result, at_rest))
        found["extrema"] = max(
            largest_difference(values) / abs(exact)
            for values, exact in zip(by_name, SIZES[flow_of(result)])
        )
    return found


def plot(results, plotting):
    figure, panels = plotting.chart(2, width=10, height=4.2)
    for panel, flow in zip(panels, ("re100", "re1000")):
        panel.label(f"u on the line x = 0.5, {flow.replace('re', 'Re ')}", "u", "y")
        chosen = [r for r in results.values() if flow_of(r) == flow and "fast" not in r.name]
        for number, result in enumerate(chosen):
            frame = result.last_frame()
            u = [value / speed(result) for value in frame.along_y("u", 0.5)]
            panel.computed_line(u, frame.y, number, result.run.label, "-")
        panel.legend()
    return figure
