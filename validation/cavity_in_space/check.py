"""The lid-driven cube against spectral values."""
from framework.frames import extremum, middle_line


def lines(result):
    """(y, u) and (x, v) on the lines through the middle, in units of the lid's velocity."""
    frame = result.last_frame()
    lid = result.setting_option("boundary.north", "velocity")[0]
    return (
        (frame.y, [u / lid for u in middle_line(frame, "u", 1)]),
        (frame.x, [v / lid for v in middle_line(frame, "v", 0)]),
    )


def extrema(result):
    (y, u), (x, v) = lines(result)
    return {
        "u_min": extremum(y, u, largest=False)[1],
        "v_min": extremum(x, v, largest=False)[1],
        "v_max": extremum(x, v)[1],
    }


def measure(result):
    found = extrema(result)
    if "coarse" not in result.earlier:
        return found
    coarse = result.earlier["coarse"]
    below, ratio = extrema(coarse), cells(result) / cells(coarse)
    limits = {
        f"{name}_limit": value + (value - below[name]) / (ratio**2 - 1)
        for name, value in found.items()
    }
    return found | limits


def cells(result):
    return result.last_frame().nx


def plot(results, plotting):
    figure, (left, right) = plotting.chart(2, width=10, height=4.2)
    left.label("u on the line x = z = 0.5", "u / lid", "y")
    right.label("v on the line y = z = 0.5", "x", "v / lid")
    for number, result in enumerate(results.values()):
        (y, u), (x, v) = lines(result)
        left.computed_line(u, y, number, f"slipflow, {cells(result)} cells a side", "-")
        right.computed_line(x, v, number, None, "-")
    exact = results["fine"].run.expect
    u_min, v_min, v_max = (exact[f"{name}_limit"] for name in ("u_min", "v_min", "v_max"))
    left.reference_points([u_min], [0.12419], len(results), "Albensoeder & Kuhlmann")
    right.reference_points([0.90957, 0.10913], [v_min, v_max], len(results))
    left.legend()
    return figure
