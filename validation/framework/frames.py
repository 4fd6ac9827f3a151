"""Reads what `slipflow run` writes: frames (.vtr) and tables (.csv), with Python's own library
alone."""
import csv
import re
import sys
import xml.etree.ElementTree as ElementTree
from array import array
from bisect import bisect_right
from pathlib import Path

_RAW = re.compile(rb"<AppendedData[^>]*>\s*_", re.DOTALL)
_CODES = {"Float64": "d", "UInt8": "B", "Int64": "q"}


class Frame:
    """The fields of one time on a rectilinear mesh; `fields[name][(k * ny + j) * nx + i]` at the
    cell centres. A mesh of two axes has one layer of cells; lines and means are those of the first
    one."""

    def __init__(self, time, x_faces, y_faces, fields, z_faces=(0.0,)):
        self.time, self.fields = time, fields
        self.x_faces, self.y_faces = x_faces, y_faces
        self.x, self.y = _centres(x_faces), _centres(y_faces)
        self.nx, self.ny = len(self.x), len(self.y)
        self.z_faces, self.z = list(z_faces), _centres(z_faces)
        self.nz = max(len(self.z), 1)

    def row(self, name, j):
        """The field along x in row j."""
        return list(self.fields[name][j * self.nx : (j + 1) * self.nx])

    def column(self, name, i):
        """The field along y in column i."""
        return list(self.fields[name][i : self.nx * self.ny : self.nx])

    def along_y(self, name, x):
        """The field at the rows' centres on the line x, linear between the adjacent columns."""
        i, weight = _place(self.x, x)
        return _mix(self.column(name, i), self.column(name, i + 1), weight)

    def along_x(self, name, y):
        """The field at the columns' centres on the line y, linear between the adjacent rows."""
        j, weight = _place(self.y, y)
        return _mix(self.row(name, j), self.row(name, j + 1), weight)

    def at(self, name, x, y):
        """The field in a point, linear in x and y."""
        j, weight = _place(self.y, y)
        below, above = (value_at(self.x, self.row(name, row), x) for row in (j, j + 1))
        return below + weight * (above - below)

    def mean(self, name):
        """The mean of the field over the area."""
        total = area = 0.0
        for j in range(self.ny):
            height = self.y_faces[j + 1] - self.y_faces[j]
            for i, value in enumerate(self.row(name, j)):
                cell = height * (self.x_faces[i + 1] - self.x_faces[i])
                total, area = total + cell * value, area + cell
        return total / area


def middle_line(frame, name, axis):
    """The field on the line through the middle along an axis, at the centres of the cells: the mean
    of the cells around it."""
    n = (frame.nx, frame.ny, frame.nz)
    middle = [((count - 1) // 2, count // 2) for count in n]
    values = []
    for at in range(n[axis]):
        places = middle[:axis] + [(at, at)] + middle[axis + 1 :]
        cells = [(i, j, k) for i in places[0] for j in places[1] for k in places[2]]
        sum_of = sum(frame.fields[name][(k * n[1] + j) * n[0] + i] for i, j, k in cells)
        values.append(sum_of / len(cells))
    return values


def read_frame(file):
    """A frame as `slipflow run` writes it: appended raw data, sizes of 64 bits, not compressed."""
    arrays = read_arrays(file)
    time, x, y = (arrays.pop(name) for name in ("TimeValue", "x", "y"))
    z = arrays.pop("z", [0.0])
    return Frame(time[0], list(x), list(y), arrays, list(z))


def read_cells(file):
    """A frame of polyhedra: its time, the means of the points of each cell, and the fields by
    name."""
    arrays = read_arrays(file)
    points, corners, ends = (arrays.pop(n) for n in ("Points", "connectivity", "offsets"))
    centres = []
    for begin, end in zip([0, *ends], ends):
        of = [points[3 * p : 3 * p + 3] for p in corners[begin:end]]
        centres.append(tuple(sum(axis) / len(of) for axis in zip(*of)))
    return arrays.pop("TimeValue")[0], (centres, arrays)


def read_arrays(file):
    content = Path(file).read_bytes()
    raw = _RAW.search(content)
    if not raw:
        raise ValueError(f"{file} is no frame of slipflow: it has no raw appended data")
    head = ElementTree.fromstring(content[: raw.start()] + b"</VTKFile>")
    arrays = {}
    for place in head.iter("DataArray"):
        code = _CODES.get(place.get("type"))
        if not code:
            continue
        begin = raw.end() + int(place.get("offset"))
        size = int.from_bytes(content[begin : begin + 8], "little")
        values = array(code, content[begin + 8 : begin + 8 + size])
        if sys.byteorder == "big":
            values.byteswap()
        arrays[place.get("Name")] = values
    return arrays


def read_table(file):
    """The lines of a table as dictionaries of numbers (or text, where it is no number)."""
    with open(file, newline="") as text:
        return [
            {key: _number(value) for key, value in line.items()} for line in csv.DictReader(text)
        ]


def value_at(x, f, where):
    """f at `where`, linear between the points, carried on beyond the ends."""
    i, weight = _place(x, where)
    return f[i] + weight * (f[i + 1] - f[i])


def extrapolated(x, f, where):
    """The parabola through three points, at `where`; for values on a wall."""
    return sum(
        f[i] * _product((where - x[k]) / (x[i] - x[k]) for k in range(3) if k != i)
        for i in range(3)
    )


def extremum(x, f, largest=True):
    """Place and value of the largest (or smallest) f: the vertex of the parabola through it and its
    two neighbours."""
    pick = max if largest else min
    i = pick(range(1, len(f) - 1), key=lambda k: f[k])
    (x0, x1, x2), (f0, f1, f2) = x[i - 1 : i + 2], f[i - 1 : i + 2]
    left, right = (f1 - f0) / (x1 - x0), (f2 - f1) / (x2 - x1)
    bend = (right - left) / (x2 - x0)
    if bend == 0:
        return x1, f1
    vertex = 0.5 * (x0 + x1 - left / bend)
    return vertex, extrapolated((x0, x1, x2), (f0, f1, f2), vertex)


def crossing(x, f, value):
    """The first x at which f, linear between the points, takes the value; None where it does
    not."""
    for i in range(1, len(x)):
        before, after = f[i - 1] - value, f[i] - value
        if before * after <= 0 and before != after:
            return x[i - 1] + before / (before - after) * (x[i] - x[i - 1])
    return None


def _centres(faces):
    return [0.5 * (a + b) for a, b in zip(faces, faces[1:])]


def _place(x, where):
    i = min(max(bisect_right(x, where) - 1, 0), len(x) - 2)
    return i, (where - x[i]) / (x[i + 1] - x[i])


def _mix(a, b, weight):
    return [p + weight * (q - p) for p, q in zip(a, b)]


def _product(factors):
    result = 1.0
    for factor in factors:
        result *= factor
    return result


def _number(text):
    try:
        return float(text)
    except ValueError:
        return text
