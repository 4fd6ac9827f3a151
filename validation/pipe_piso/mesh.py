#!/usr/bin/env python3
"""mesh.py CELLS FILE.msh: a pipe of radius 1 and length 2 along z in five blocks, an O-grid: CELLS x
CELLS cells in the core, 3/4 as many from there to the wall, four layers. Patches inlet, outlet, wall."""
import sys
from math import cos, pi, sin, sqrt

CORE, LENGTH, LAYERS = 0.6, 2.0, 4


def core_point(u, v):
    """Half way from a square to a disk, with corners at the radius CORE; u and v from -1 to 1."""
    square = (u * CORE / sqrt(2), v * CORE / sqrt(2))
    disk = (u * CORE * sqrt(1 - v * v / 2), v * CORE * sqrt(1 - u * u / 2))
    return tuple(0.5 * (a + b) for a, b in zip(square, disk))


def rim_of_core(n):
    """Indices (i, j) of the points around the core, from the corner at -135 degrees."""
    return (
        [(i, 0) for i in range(n)]
        + [(n, j) for j in range(n)]
        + [(n - i, n) for i in range(n)]
        + [(0, n - j) for j in range(n)]
    )


def section(n):
    """Points of a cross-section and the cells, each by four points."""
    ring = 3 * n // 4
    number, points, cells = {}, [], []
    for j in range(n + 1):
        for i in range(n + 1):
            number["core", i, j] = len(points)
            points.append(core_point(2 * i / n - 1, 2 * j / n - 1))
    rim = rim_of_core(n)
    for k, (i, j) in enumerate(rim):
        x, y = core_point(2 * i / n - 1, 2 * j / n - 1)
        angle = -0.75 * pi + 0.5 * pi * k / n
        number["ring", k, 0] = number["core", i, j]
        for layer in range(1, ring + 1):
            part = layer / ring
            number["ring", k, layer] = len(points)
            points.append((x + part * (cos(angle) - x), y + part * (sin(angle) - y)))
    for j in range(n):
        for i in range(n):
            corners = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
            cells.append([number["core", a, b] for a, b in corners])
    for k in range(len(rim)):
        after = (k + 1) % len(rim)
        for layer in range(ring):
            corners = ((k, layer), (k, layer + 1), (after, layer + 1), (after, layer))
            cells.append([number["ring", a, b] for a, b in corners])
    wall = [(number["ring", k, ring], number["ring", (k + 1) % len(rim), ring]) for k in range(len(rim))]
    return points, cells, wall


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
