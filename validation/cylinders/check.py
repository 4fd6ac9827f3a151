"""Creeping flow past cylinders whose outlines cut the mesh, against finite elements."""


def measure(result):
    gravity = float(result.setting_text("gas.gravity").split()[0])
    last = result.table("history.csv")[-1]
    force = result.table("forces.csv")[-1]["cylinder_force_x"]
    return {"flow": last["flow_west"] / gravity, "force": force / (gravity * last["mass"])}
