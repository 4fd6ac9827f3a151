#!/usr/bin/env python3
"""mesh.py CELLS LAYERS FOLDER: an artery of tetrahedra, written as a polyMesh. A tube of radius 1.5 mm is
bent over 90 degrees with radius 12 mm and narrowed to half its diameter in the middle. Its hexahedra, an
O-grid of CELLS x CELLS in the core and 3/4 as many from there to the wall in each of the LAYERS, are cut
into 12 tetrahedra each. `mesh.py 8 150 FOLDER` makes 460,800. Patches inlet, outlet, wall."""
import sys
from math import cos, exp, pi, sin
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from framework.o_grid import section  # noqa: E402

RADIUS, BEND, ANGLE = 1.5e-3, 12e-3, pi / 2
NARROWING, WIDTH = 0.5, 1.5e-3  # part of the radius that is lost, along the axis a Gaussian
# Corners of the six faces of a hexahedron, seen from outside counter-clockwise; the last two are
# the inlet's and the outlet's side.
SIDES = ((0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (0, 3, 2, 1), (4, 5, 6, 7))
PATCHES = ("inlet", "outlet", "wall")
HEADER = "FoamFile\n{{\n version 2.0;\n format ascii;\n class {};\n object {};\n}}\n"


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
