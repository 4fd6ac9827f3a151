#!/usr/bin/env python3
"""mesh.py CELLS FILE.msh: a pipe of radius 1 and length 2 along z in five blocks, an O-grid: CELLS x
CELLS cells in the core, 3/4 as many from there to the wall, four layers. Patches inlet, outlet, wall."""
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from framework.o_grid import section  # noqa: E402

LENGTH, LAYERS = 2.0, 4


def lines(n):
    """The file, in version 2.2 of gmsh's format."""
    points, cells, wall = section(n)
    count = len(points)
    yield "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n4"
    yield '2 1 "inlet"\n2 2 "outlet"\n2 3 "wall"\n3 4 "fluid"\n$EndPhysicalNames'
    yield f"$Nodes\n{count * (LAYERS + 1)}"
    for k in range(LAYERS + 1):
        for p, (x, y) in enumerate(points):
            yield f"{k * count + p + 1} {x:.17g} {y:.17g} {LENGTH * k / LAYERS:.17g}"
    elements = [(3, 1, cell) for cell in cells]
    elements += [(3, 2, [p + LAYERS * count for p in cell]) for cell in cells]
    for k in range(LAYERS):
        low, high = k * count, (k + 1) * count
        elements += [(3, 3, [a + low, b + low, b + high, a + high]) for a, b in wall]
        elements += [(5, 4, [p + low for p in cell] + [p + high for p in cell]) for cell in cells]
    yield f"$EndNodes\n$Elements\n{len(elements)}"
    for number, (kind, group, corners) in enumerate(elements, 1):
        yield f"{number} {kind} 2 {group} {group} " + " ".join(str(p + 1) for p in corners)
    yield "$EndElements"


def main():
    if len(sys.argv) != 3 or not sys.argv[1].isdigit() or int(sys.argv[1]) % 4:
        sys.exit(f"{__doc__} CELLS is a multiple of 4.")
    with open(sys.argv[2], "x") as file:
        file.writelines(line + "\n" for line in lines(int(sys.argv[1])))


if __name__ == "__main__":
    main()
