#!/usr/bin/env python3
"""hexahedra.py CELLS LAYERS FILE.msh: the artery of mesh.py before it is cut, for gmsh's readers.
hexahedra.py CELLS LAYERS FRAME.vtu MESH EVERY FILE.csv: what check.py compares with. From a flow on those
hexahedra it prints the pressure drop, and writes the velocity in the centre of one cell of EVERY of MESH, a
folder that mesh.py wrote, into the file. Needs SciPy."""
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from check import lines_of  # noqa: E402
from framework.frames import read_arrays  # noqa: E402
from framework.o_grid import section  # noqa: E402
from mesh import in_tube  # noqa: E402

NAMES = '$PhysicalNames\n4\n2 1 "inlet"\n2 2 "outlet"\n2 3 "wall"\n3 4 "blood"\n$EndPhysicalNames\n'


def hexahedra(cells, layers):
    """Points, and elements as type of gmsh, number of their group and points: cells come first."""
    flat, quads, wall = section(cells)
    points = [in_tube(p, k / layers) for k in range(layers + 1) for p in flat]
    count, elements = len(flat), []
    for low in range(0, layers * count, count):
        high = low + count
        elements += [(5, 4, [p + low for p in q] + [p + high for p in q]) for q in quads]
    for low in range(0, layers * count, count):
        high = low + count
        elements += [(3, 3, [a + low, b + low, b + high, a + high]) for a, b in wall]
    elements += [(3, 1, list(q)) for q in quads]
    elements += [(3, 2, [p + layers * count for p in q]) for q in quads]
    return points, elements, len(quads)


def write(points, elements, file):
    with open(file, "w") as out:
        out.write(f"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n{NAMES}$Nodes\n{len(points)}\n")
        out.writelines(f"{k} {x!r} {y!r} {z!r}\n" for k, (x, y, z) in enumerate(points, 1))
        out.write(f"$EndNodes\n$Elements\n{len(elements)}\n")
        for k, (shape, group, corners) in enumerate(elements, 1):
            labels = " ".join(str(p + 1) for p in corners)
            out.write(f"{k} {shape} 2 {group} {group} {labels}\n")
        out.write("$EndElements\n")


def centre(corners):
    return [sum(axis) / len(corners) for axis in zip(*corners)]


def centres_of_tetrahedra(folder, every):
    points = [tuple(map(float, p[1:-1].split())) for p in lines_of(folder, "points")]
    corners = {}
    faces = [face[2:-1].split() for face in lines_of(folder, "faces")]
    for name in ("owner", "neighbour"):
        for cell, face in zip(lines_of(folder, name), faces):
            if int(cell) % every == 0:
                corners.setdefault(int(cell), set()).update(map(int, face))
    return {cell: centre([points[p] for p in corners[cell]]) for cell in sorted(corners)}


def compare(points, elements, a_layer, frame, folder, every, file):
    from scipy.interpolate import LinearNDInterpolator

    fields = read_arrays(frame)
    centres = [centre([points[p] for p in e[2]]) for e in elements if e[1] == 4]
    first, second = (sum(fields["p"][k : k + a_layer]) / a_layer for k in (0, a_layer))
    print(f"pressure drop {first + (first - second) / 2:.6g}")  # linear to the inlet
    at = centres_of_tetrahedra(folder, every)
    values = list(zip(*(fields[name] for name in "uvw")))
    velocities = LinearNDInterpolator(centres, values)(list(at.values()))
    with open(file, "w") as out:
        out.write("cell,u,v,w\n")
        for cell, velocity in zip(at, velocities):
            out.write(",".join([str(cell), *(f"{u:.6g}" for u in velocity)]) + "\n")


def main():
    if len(sys.argv) not in (4, 7):
        sys.exit(__doc__)
    points, elements, a_layer = hexahedra(int(sys.argv[1]), int(sys.argv[2]))
    if len(sys.argv) == 4:
        return write(points, elements, sys.argv[3])
    frame, folder, every, file = sys.argv[3:]
    compare(points, elements, a_layer, Path(frame), Path(folder), int(every), file)


if __name__ == "__main__":
    main()
