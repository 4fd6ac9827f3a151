"""Flow through an artery against that on finer hexahedra, and OpenFOAM's on the same mesh."""
from math import dist, pi, sqrt

from framework.frames import read_arrays, read_table

FLOW, RADIUS = 9.41e-7, 1.5e-3
MEAN = FLOW / (pi * RADIUS**2)


def lines_of(folder, name):
    """The items of a list of the polyMesh, as mesh.py writes it."""
    text = (folder / name).read_text()
    return text[text.index("\n(\n") + 3 : text.rindex("\n)")].splitlines()


def inlet(folder):
    """Cells and areas of the faces of the inlet."""
    entry = next(line for line in lines_of(folder, "boundary") if line.startswith("inlet"))
    words = entry.replace(";", "").split()
    count, start = (int(words[words.index(key) + 1]) for key in ("nFaces", "startFace"))
    points = lines_of(folder, "points")
    cells, areas = [], []
    owners, faces = lines_of(folder, "owner"), lines_of(folder, "faces")
    for owner, face in zip(owners[start : start + count], faces[start : start + count]):
        labels = face[2:-1].split()
        cells.append(int(owner))
        areas.append(triangle(*(tuple(map(float, points[int(p)][1:-1].split())) for p in labels)))
    return cells, areas


def triangle(a, b, c):
    """Its area, by Heron's formula."""
    sides = [dist(a, b), dist(b, c), dist(c, a)]
    half = sum(sides) / 2
    return sqrt(half * (half - sides[0]) * (half - sides[1]) * (half - sides[2]))


def pressure_drop(mesh, p):
    """The mean of p over the inlet; at the outlet it is 0."""
    cells, areas = inlet(mesh)
    return sum(area * p[cell] for cell, area in zip(cells, areas)) / sum(areas)


def velocity_difference(fields, rows):
    """The root of the mean square over the cells of the table, in parts of the mean velocity."""
    squares = [
        sum((fields[name][int(row["cell"])] - row[name]) ** 2 for name in "uvw") for row in rows
    ]
    return sqrt(sum(squares) / len(squares)) / MEAN


def reference(run, name):
    """The file with velocities in cells of the mesh of a run."""
    return run.file.parent / f"{name}_{'_'.join(run.mesh[1:])}.csv"


def measure(result):
    fields = read_arrays(result.frame_files()[-1])
    history, flows = result.table("history.csv"), result.table("flows.csv")[-1]
    return {
        "pressure_drop": pressure_drop(result.folder / "polyMesh", fields["p"]),
        "velocity": velocity_difference(fields, read_table(reference(result.run, "hexahedra"))),
        "openfoam": velocity_difference(fields, read_table(reference(result.run, "openfoam"))),
        "lost": abs(flows["inlet"] + flows["outlet"]) / FLOW,
        "iterations": history[-1]["step"],
        "pressure": sum(row["pressure_iterations"] for row in history),
    }
