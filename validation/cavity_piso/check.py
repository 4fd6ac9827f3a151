"""Cavities by SIMPLEC against spectral values and OpenFOAM."""
from framework.frames import extremum, middle_line, read_table, value_at


def is_cube(frame):
    return frame.nz > 1


def line(frame, name, axis):
    """Places and values on a line through the middle, along x or y, with the walls at its ends."""
    ends = (0.0, 1.0 if name == "u" and axis == 1 else 0.0)
    centres = frame.y if axis == 1 else frame.x
    return [0.0, *centres, 1.0], [ends[0], *middle_line(frame, name, axis), ends[1]]


def in_cube(result, frame, name, axis):
    """The largest difference to the table."""
    at, values = line(frame, name, axis)
    rows = read_table(result.run.file.parent / "cube.csv")
    return max(abs(value_at(at, values, row["at"]) - row[name]) for row in rows)


def asymmetry(frame):
    u, layer = frame.fields["u"], frame.nx * frame.ny
    return max(
        abs(u[k * layer + c] - u[(frame.nz - 1 - k) * layer + c])
        for k in range(frame.nz // 2)
        for c in range(layer)
    )


def measure(result):
    frame = result.last_frame()
    history = result.table("history.csv")
    found = {
        "iterations": history[-1]["step"],
        "pressure": sum(row["pressure_iterations"] for row in history),
    }
    if is_cube(frame):
        return found | {
            "u_cube": in_cube(result, frame, "u", 1),
            "v_cube": in_cube(result, frame, "v", 0),
            "mirror": asymmetry(frame),
        }
    y, u = line(frame, "u", 1)
    x, v = line(frame, "v", 0)
    return found | {
        "u_min": extremum(y, u, largest=False)[1],
        "v_max": extremum(x, v)[1],
        "v_min": extremum(x, v, largest=False)[1],
    }


def plot(results, plotting):
    figure, (left, right) = plotting.chart(2)
    left.label("u on the vertical line through the middle", "u", "y")
    right.label("v on the horizontal line through the middle", "x", "v")
    for number, result in enumerate(results.values()):
        frame = result.last_frame()
        y, u = line(frame, "u", 1)
        x, v = line(frame, "v", 0)
        left.computed_line(u, y, number, result.run.label, "-")
        right.computed_line(x, v, number, None, "-")
    left.legend()
    return figure
