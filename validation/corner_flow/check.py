"""Creeping flow past a square: flow rate and balance of forces."""

FLOW = 7.812


def expected(result):
    return {"flow": FLOW, "balance": 1}


def measure(result):
    end, loads = result.table("history.csv")[-1], result.table("forces.csv")[-1]
    gravity = result.setting("gas.gravity")
    force = loads["rectangle_1_force_x"] + sum(
        loads[f"wall_{side}_friction"] for side in ("south", "north")
    )
    return {"flow": end["flow_west"] / gravity, "balance": force / (gravity * end["mass"])}


def plot(results, plotting):
    figure, (whole,) = plotting.chart(1, width=8)
    whole.label("velocity next to the square, x = 1.5", "u / g", "y")
    for number, result in enumerate(results.values()):
        frame, gravity = result.last_frame(), result.setting("gas.gravity")
        u = [value / gravity for value in frame.along_y("u", 1.5)]
        whole.computed_points(u, frame.y, number, result.run.label)
    whole.legend(bbox_to_anchor=(1.02, 1), loc="upper left")
    return figure
