"""The lid-driven cavity against published values."""
from framework.frames import extremum, read_table


def ghia(result, line):
    """Places and velocities of tables I (u on x = 0.5) and II (v on y = 0.5), in ghia.csv."""
    rows = read_table(result.run.file.parent / "ghia.csv")
    rows = [row for row in rows if (row["run"], row["line"]) == (result.name, line)]
    return [row["at"] for row in rows], [row["velocity"] for row in rows]


def lines(result):
    """(y, u) on x = 0.5 and (x, v) on y = 0.5 in units of the lid's velocity."""
    frame = result.last_frame()
    lid = lid_velocity(result)
    return (
        (frame.y, [u / lid for u in frame.along_y("u", 0.5)]),
        (frame.x, [v / lid for v in frame.along_x("v", 0.5)]),
    )


def lid_velocity(result):
    return result.setting_option("boundary.north", "velocity")[0]


def measure(result):
    (y, u), (x, v) = lines(result)
    y_u_min, u_min = extremum(y, u, largest=False)
    middle = result.last_frame().at("u", 0.5, 0.5) / lid_velocity(result)
    return {
        "u_min": u_min,
        "y_u_min": y_u_min,
        "v_max": extremum(x, v)[1],
        "v_min": extremum(x, v, largest=False)[1],
        "u_middle": middle,
    }


def plot(results, plotting):
    figure, (left, right) = plotting.chart(2, width=10, height=4.2)
    left.label("u on the line x = 0.5", "u / lid", "y")
    right.label("v on the line y = 0.5", "x", "v / lid")
    compared = [result for result in results.values() if result.run.expect]
    for number, result in enumerate(compared):
        (y, u), (x, v) = lines(result)
        left.computed_line(u, y, number, f"slipflow, {result.run.label}", "-")
        right.computed_line(x, v, number, None, "-")
        at, velocity = ghia(result, "u")
        left.reference_points(velocity, at, number, "Ghia et al.")
        right.reference_points(*ghia(result, "v"), number)
    left.legend()
    return figure
