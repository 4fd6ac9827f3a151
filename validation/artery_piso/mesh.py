#!/usr/bin/env python3
"""mesh.py CELLS LAYERS FOLDER: an artery of tetrahedra, written as a polyMesh. A tube of radius 1.5 mm is
bent over 90 degrees with radius 12 mm and narrowed to half its diameter in the middle. Its hexahedra, an
O-grid of CELLS x CELLS in the core and 3/4 as many from there to the wall in each of the LAYERS, are cut
into 12 tetrahedra each. `mesh.py 8 150 FOLDER` makes 460,800. Patches inlet, outlet, wall."""
import sys
from math import cos, exp, pi, sin, sqrt
from pathlib import Path

RADIUS, BEND, ANGLE = 1.5e-3, 12e-3, pi / 2
NARROWING, WIDTH = 0.5, 1.5e-3  # part of the radius that is lost, along the axis a Gaussian
CORE = 0.6  # radius of the core's corners, in parts of the tube's
# Corners of the six faces of a hexahedron, seen from outside counter-clockwise; the last two are
# the inlet's and the outlet's side.
SIDES = ((0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (0, 3, 2, 1), (4, 5, 6, 7))
PATCHES = ("inlet", "outlet", "wall")
HEADER = "FoamFile\n{{\n version 2.0;\n format ascii;\n class {};\n object {};\n}}\n"


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
    """Points of a cross-section of radius 1, its cells by four points, and the pairs of points on
    the wall."""
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


def in_tube(point, part):
    """A point of the cross-section at a part of the axis, which leaves the origin along z and bends
    towards x."""
    along = (part - 0.5) * ANGLE * BEND
    radius = RADIUS * (1 - NARROWING * exp(-((along / WIDTH) ** 2)))
    across, y = radius * point[0], radius * point[1]
    angle = part * ANGLE
    return (BEND - (BEND - across) * cos(angle), y, (BEND - across) * sin(angle))


def halves(face):
    """A quadrilateral as two triangles, cut from its point with the smallest label."""
    at = face.index(min(face))
    a, b, c, d = face[at:] + face[:at]
    return (a, b, c), (a, c, d)


class Mesh:
    """Points, tetrahedra by outward faces, and the patches of the triangles on the boundary."""

    def __init__(self, cells, layers):
        flat, quads, wall = section(cells)
        count = len(flat)
        self.points = [in_tube(p, k / layers) for k in range(layers + 1) for p in flat]
        self.tetrahedra, self.patch_of = [], {}
        for k in range(layers):
            low, high = k * count, (k + 1) * count
            for quad in quads:
                self.cut([p + low for p in quad] + [p + high for p in quad])
            self.name("wall", ([a + low, b + low, b + high, a + high] for a, b in wall))
        self.name("inlet", quads)
        self.name("outlet", ([p + layers * count for p in quad] for quad in quads))

    def cut(self, corners):
        """Adds a hexahedron, as 12 tetrahedra between its centre and the halves of its faces."""
        of = [self.points[p] for p in corners]
        centre = len(self.points)
        self.points.append(tuple(sum(axis) / 8 for axis in zip(*of)))
        for side in SIDES:
            for a, b, c in halves([corners[p] for p in side]):
                self.tetrahedra.append(((a, b, c), (centre, b, a), (centre, c, b), (centre, a, c)))

    def name(self, patch, quads):
        for quad in quads:
            for half in halves(quad):
                self.patch_of[frozenset(half)] = patch

    def faces(self):
        """Points, owner and neighbour of the inner faces in the order of the cells, then, by patch,
        points and owner of the others."""
        open_faces, inner = {}, []
        for cell, faces in enumerate(self.tetrahedra):
            for face in faces:
                key = frozenset(face)
                if key in open_faces:
                    owner, points = open_faces.pop(key)
                    inner.append((owner, cell, points))
                else:
                    open_faces[key] = (cell, face)
        inner.sort()
        outer = {patch: [] for patch in PATCHES}
        for key, owned in open_faces.items():
            outer[self.patch_of[key]].append(owned)
        return inner, outer


def write_list(folder, name, kind, lines):
    with open(folder / name, "x") as file:
        file.write(HEADER.format(kind, name) + f"{len(lines)}\n(\n")
        file.writelines(f"{line}\n" for line in lines)
        file.write(")\n")


def write(mesh, folder):
    inner, outer = mesh.faces()
    folder.mkdir(parents=True, exist_ok=True)
    owners = [owner for owner, _, _ in inner]
    faces = [points for _, _, points in inner]
    patches = []
    for patch in PATCHES:
        kind = "wall" if patch == "wall" else "patch"
        entries = f"type {kind}; nFaces {len(outer[patch])}; startFace {len(faces)};"
        patches.append(f"{patch} {{ {entries} }}")
        owners += [owner for owner, _ in outer[patch]]
        faces += [points for _, points in outer[patch]]
    points = ["({:.17g} {:.17g} {:.17g})".format(*point) for point in mesh.points]
    write_list(folder, "points", "vectorField", points)
    write_list(folder, "faces", "faceList", ["3({} {} {})".format(*face) for face in faces])
    write_list(folder, "owner", "labelList", owners)
    write_list(folder, "neighbour", "labelList", [neighbour for _, neighbour, _ in inner])
    write_list(folder, "boundary", "polyBoundaryMesh", patches)


def main():
    numbers = [int(word) for word in sys.argv[1:3] if word.isdigit()]
    if len(sys.argv) != 4 or len(numbers) != 2 or numbers[0] % 4 or not all(numbers):
        sys.exit(f"{__doc__} CELLS is a multiple of 4.")
    write(Mesh(*numbers), Path(sys.argv[3]))


if __name__ == "__main__":
    main()
