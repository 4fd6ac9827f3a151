"""The lid-driven cavity against published values."""
from framework.frames import extremum

# Ghia, Ghia & Shin 1982, tables I and II: (y, u) on x = 0.5 and (x, v) on y = 0.5, velocities of the lid.
GHIA_U = {
    "re100": [(0.0547, -0.03717), (0.0625, -0.04192), (0.0703, -0.04775), (0.1016, -0.06434), (0.1719, -0.10150),
              (0.2813, -0.15662), (0.4531, -0.21090), (0.5, -0.20581), (0.6172, -0.13641), (0.7344, 0.00332),
              (0.8516, 0.23151), (0.9531, 0.68717), (0.9609, 0.73722), (0.9688, 0.78871), (0.9766, 0.84123)],
    "re1000": [(0.0547, -0.18109), (0.0625, -0.20196), (0.0703, -0.22220), (0.1016, -0.29730), (0.1719, -0.38289),
               (0.2813, -0.27805), (0.4531, -0.10648), (0.5, -0.06080), (0.6172, 0.05702), (0.7344, 0.18719),
               (0.8516, 0.33304), (0.9531, 0.46604), (0.9609, 0.51117), (0.9688, 0.57492), (0.9766, 0.65928)],
}
GHIA_V = {
    "re100": [(0.0625, 0.09233), (0.0703, 0.10091), (0.0781, 0.10890), (0.0938, 0.12317), (0.1563, 0.16077),
              (0.2266, 0.17507), (0.2344, 0.17527), (0.5, 0.05454), (0.8047, -0.24533), (0.8594, -0.22445),
              (0.9063, -0.16914), (0.9453, -0.10313), (0.9531, -0.08864), (0.9609, -0.07391), (0.9688, -0.05906)],
    "re1000": [(0.0625, 0.27485), (0.0703, 0.29012), (0.0781, 0.30353), (0.0938, 0.32627), (0.1563, 0.37095),
               (0.2266, 0.33075), (0.2344, 0.32235), (0.5, 0.02526), (0.8047, -0.31966), (0.8594, -0.42665),
               (0.9063, -0.51550), (0.9453, -0.39188), (0.9531, -0.33714), (0.9609, -0.27669), (0.9688, -0.21388)],
}


def lines(result):
    """(y, u) on x = 0.5 and (x, v) on y = 0.5 in units of the lid's velocity."""
    frame = result.last_frame()
    lid = lid_velocity(result)
    return ((frame.y, [u / lid for u in frame.along_y("u", 0.5)]),
            (frame.x, [v / lid for v in frame.along_x("v", 0.5)]))


def lid_velocity(result):
    return float(result.setting_text("boundary.north").split("velocity=")[1].split(",")[0])


def measure(result):
    (y, u), (x, v) = lines(result)
    y_u_min, u_min = extremum(y, u, largest=False)
    middle = result.last_frame().at("u", 0.5, 0.5) / lid_velocity(result)
    return {"u_min": u_min, "y_u_min": y_u_min, "v_max": extremum(x, v)[1],
            "v_min": extremum(x, v, largest=False)[1], "u_middle": middle}


def plot(results, plotting):
    figure, (left, right) = plotting.chart(2, width=10, height=4.2)
    left.label("u on the line x = 0.5", "u / lid", "y")
    right.label("v on the line y = 0.5", "x", "v / lid")
    for number, result in enumerate(results.values()):
        (y, u), (x, v) = lines(result)
        left.computed_line(u, y, number, f"slipflow, {result.run.label}", "-")
        right.computed_line(x, v, number, None, "-")
        points_u, points_v = GHIA_U[result.name], GHIA_V[result.name]
        left.reference_points([u for _, u in points_u], [y for y, _ in points_u], number, "Ghia et al.")
        right.reference_points([x for x, _ in points_v], [v for _, v in points_v], number)
    left.legend()
    return figure
