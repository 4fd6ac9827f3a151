"""The cross-section of a round pipe in five blocks, an O-grid: scripts of cases make meshes of it."""
from math import cos, pi, sin, sqrt

CORE = 0.6  # radius of the core's corners, in parts of the pipe's


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
