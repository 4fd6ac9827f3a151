"""The pressure-driven microchannel against Arkilic's closed form."""
from math import pi, sqrt

from framework.frames import value_at

RATIO = {"kn005_3": 3}


def expected(result):
    return {"flow": flow_without_slip(result) * result.run.expect["gain"]}


def measure(result):
    frame, last = result.last_frame(), result.table("history.csv")[-1]
    length = result.setting_list("mesh.x")[1]
    p = [sum(frame.column("p", i)) / frame.ny for i in range(frame.nx)]
    flow = 2 * last["flow_east"]  # the other half of the channel
    return {
        "P_25": value_at(frame.x, p, 0.25 * length),
        "P_50": value_at(frame.x, p, 0.5 * length),
        "P_75": value_at(frame.x, p, 0.75 * length),
        "flow": flow,
        "gain": flow / flow_without_slip(result),
        "balance": last["flow_east"] / last["flow_west"],
    }


def flow_without_slip(result):
    length = result.setting_list("mesh.x")[1]
    viscosity = 5 * sqrt(pi) / 16 * result.setting("gas.knudsen")
    return 0.5 / (24 * viscosity * length) * (RATIO.get(result.name, 2) ** 2 - 1)


def closed_form(result, x):
    """P at the part x of the length."""
    ratio = RATIO.get(result.name, 2)
    slip = (
        0
        if result.name == "no_slip"
        else 6 * result.setting("gas.slip_coefficient") * result.setting("gas.knudsen")
    )
    return -slip + sqrt((slip + ratio) ** 2 - (ratio**2 - 1 + 2 * slip * (ratio - 1)) * x)


def plot(results, plotting):
    figure, (whole, bend) = plotting.chart(2, width=12)
    whole.label("pressure along the channel", "x / L", "p / p_o")
    bend.label("less the straight line between its ends", "x / L", "p / p_o - line")
    fine = [k / 200 for k in range(201)]
    for number, result in enumerate(results.values()):
        ratio, frame = RATIO.get(result.name, 2), result.last_frame()
        length = result.setting_list("mesh.x")[1]
        x = [at / length for at in frame.x]
        exact, p = [closed_form(result, at) for at in fine], frame.row("p", 0)
        line = [ratio - (ratio - 1) * at for at in fine]
        whole.reference_line(fine, exact, number)
        whole.computed_points(x, p, number)
        bend.reference_line(fine, [a - b for a, b in zip(exact, line)], number)
        bend.computed_points(
            x, [f - ratio + (ratio - 1) * at for f, at in zip(p, x)], number, result.run.label
        )
    whole.axis.plot([], [], "-k", label="closed form")
    whole.legend()
    bend.legend(bbox_to_anchor=(1.02, 1), loc="upper left")
    return figure
