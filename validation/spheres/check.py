"""Drag of spheres in a cubic array against theory."""
from math import pi, sqrt


def measure(result):
    knudsen = float(result.setting("gas.knudsen"))
    radius = float(result.setting_text("body.sphere").split()[3])
    nu = 5 * sqrt(pi) / 16 * knudsen
    gravity = float(result.setting_text("gas.gravity").split()[0])
    velocity = result.table("history.csv")[-1]["flow_west"]
    return {"K": gravity / (6 * pi * nu * radius * velocity)}
