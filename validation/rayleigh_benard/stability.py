"""Linear stability of the conducting gas between the plates: how fast rolls of a given width grow,
by the equations of docs/methods/simple-ts.md, section 1, linearised and solved on Chebyshev points.
Independent of the scheme. Needs numpy.

Waves exp(ikx + s t) of rho, u (times i), v, T; walls with slip and jump. With u = -i w all
coefficients are real."""
from math import pi

import numpy

SLIP, JUMP, A, GAMMA = 1.1466, 2.1904, 0.5, 5 / 3


def growth_rate(base, knudsen, froude, wave_number, points=48):
    """The largest growth rate, in V0/L; below 0 the gas is stable against these rolls."""
    y, D = chebyshev(points)
    T = numpy.array([base.T(at) for at in y])
    p = numpy.array([base.p_of(at) for at in y])
    matrix, constraints = operators(y, D, T, p, knudsen, froude, wave_number)
    return largest_rate(matrix, constraints, points + 1)


def chebyshev(n):
    """Points on 0..1 and the matrix of the derivative there (Trefethen, Spectral Methods in
    MATLAB, p. 54)."""
    k = numpy.arange(n + 1)
    x = numpy.cos(pi * k / n)
    c = numpy.where((k == 0) | (k == n), 2.0, 1.0) * (-1.0) ** k
    distance = x[:, None] - x[None, :] + numpy.eye(n + 1)
    D = numpy.outer(c, 1 / c) / distance
    return 0.5 * (x + 1), 2 * (D - numpy.diag(D.sum(axis=1)))


def operators(y, D, T, p, kn, froude, k):
    """The matrix L of d/dt (rho, w, v, T) = L (rho, w, v, T), and the rows of the conditions on
    the walls."""
    B, CT1 = 5 * pi**0.5 / 16 * kn, 25 * pi**0.5 / 32 * kn
    rho, s, one, zero = p / T, numpy.sqrt(T), numpy.eye(len(y)), numpy.zeros((len(y), len(y)))
    diag = numpy.diag
    rho_y, T_y = D @ rho, D @ T
    inertia = diag(1 / rho)
    divergence = {"w": k * one, "v": D}  # ik u = k w
    pressure = {"rho": diag(T), "T": diag(rho)}
    # i times the equation of u: the stress in x is s (2 k w - 2/3 div), that in y s (w_y - k v).
    w = {
        "rho": A * k * pressure["rho"],
        "T": A * k * pressure["T"],
        "w": B * (-k * k * diag(2 * s) + D @ diag(s) @ D + 2 / 3 * k * diag(s) @ divergence["w"]),
        "v": B * (-k * D @ diag(s) + 2 / 3 * k * diag(s) @ divergence["v"]),
    }
    v = {
        "rho": -A * D @ pressure["rho"] - one / froude,
        "T": -A * D @ pressure["T"],
        "w": B * (k * diag(s) @ D - 2 / 3 * D @ diag(s) @ divergence["w"]),
        "v": B * (2 * D @ diag(s) @ D - k * k * diag(s) - 2 / 3 * D @ diag(s) @ divergence["v"]),
    }
    heat = {
        "rho": zero,
        "w": (1 - GAMMA) * diag(p) @ divergence["w"],
        "v": (1 - GAMMA) * diag(p) @ divergence["v"] - diag(rho * T_y),
        "T": CT1 * (-k * k * diag(s) + D @ (diag(s) @ D + diag(0.5 * T_y / s))),
    }
    mass = {
        "rho": zero,
        "w": -diag(rho) @ divergence["w"],
        "T": zero,
        "v": -diag(rho) @ divergence["v"] - diag(rho_y),
    }
    names = ("rho", "w", "v", "T")
    rows = [numpy.hstack([mass[n] for n in names])]
    rows += [inertia @ numpy.hstack([part[n] for n in names]) for part in (w, v, heat)]
    return numpy.vstack(rows), wall_conditions(D, rho, T_y, kn)


def wall_conditions(D, rho, T_y, kn):
    """Rows that are 0: v, the slip of w and the jump of T at both walls; point 0 is the upper
    wall."""
    n, rows = len(rho), []
    one = numpy.eye(n)
    for at, inward in ((0, -1), (n - 1, 1)):
        slope, length = inward * D[at], kn / rho[at]
        v, w, T = (numpy.zeros(4 * n) for _ in range(3))
        v[2 * n : 3 * n] = one[at]
        w[n : 2 * n] = one[at] - SLIP * length * slope
        T[3 * n :] = one[at] - JUMP * length * slope
        T[:n] = JUMP * length / rho[at] * inward * T_y[at] * one[at]
        rows += [w, v, T]
    return numpy.array(rows)


def largest_rate(matrix, conditions, n):
    """Walls' w, v, T follow from the others, which are left."""
    walls = numpy.array([n * f + at for at in (0, n - 1) for f in (1, 2, 3)])
    others = numpy.setdiff1d(numpy.arange(4 * n), walls)
    given = -numpy.linalg.solve(conditions[:, walls], conditions[:, others])
    reduced = matrix[numpy.ix_(others, others)] + matrix[numpy.ix_(others, walls)] @ given
    return max(numpy.linalg.eigvals(reduced).real)
