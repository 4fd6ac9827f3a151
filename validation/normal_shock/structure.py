"""The structure of a steady shock of hard spheres, from the equations of docs/methods/simple-ts.md,
section 1, with d/dt = d/dy = 0 and integrated once. Unit of length: the mean free path upstream
(Kn 1)."""
from math import pi, sqrt

A = 0.5
B = 5 * sqrt(pi) / 16
CT1 = 25 * sqrt(pi) / 32


class Structure:
    """x, rho, u, T of a shock of Mach number `mach`; x = 0 where the density is half-way."""

    def __init__(self, mach, step=0.002):
        self.u1 = mach * sqrt(5 / 6)
        self.rho2 = 4 * mach**2 / (mach**2 + 3)
        self.T2 = (5 * mach**2 - 1) / 4 / self.rho2
        self.m = self.u1  # mass flow
        self.momentum = self.m * self.u1 + A
        self.energy = self.m * (5 / 3 + 2 / 3 * self.u1**2)
        self._integrate(step)

    def slopes(self, u, T):
        """du/dx and dT/dx."""
        s = sqrt(T)
        friction = self.m * u + A * self.m * T / u - self.momentum  # 4/3 B s du/dx
        heat = self.m * (5 / 3 * T + 2 / 3 * u * u) - 4 / 3 * u * friction - self.energy
        return friction / (4 / 3 * B * s), heat / (CT1 * s)

    def _integrate(self, step):
        u2 = self.u1 / self.rho2
        du, dT = self._direction(u2)
        u, T, x, points = u2 - 1e-6 * du, self.T2 - 1e-6 * dT, 0.0, []
        while abs(u - self.u1) > 1e-6 * self.u1 and len(points) < 400000:
            points.append((x, u, T))
            u, T = self._runge_kutta(u, T, -step)
            x -= step
        points.reverse()
        rho = [self.m / u for _, u, _ in points]
        half = 0.5 * (1 + self.rho2)
        k = next(k for k in range(1, len(rho)) if rho[k] >= half)
        middle = points[k][0] - step * (rho[k] - half) / (rho[k] - rho[k - 1])
        self.x = [x - middle for x, _, _ in points]
        self.rho, self.u, self.T = rho, [u for _, u, _ in points], [T for _, _, T in points]

    def _direction(self, u2):
        """The direction in which the structure comes in at the state behind the shock, a saddle:
        the eigenvector of the eigenvalue below 0, with du > 0 upstream turned into du < 0."""
        small = 1e-6
        columns = [
            [
                (a - b) / (2 * small)
                for a, b in zip(self.slopes(u2 + e, self.T2 + f), self.slopes(u2 - e, self.T2 - f))
            ]
            for e, f in ((small, 0), (0, small))
        ]
        (a, c), (b, d) = columns
        mean, product = 0.5 * (a + d), a * d - b * c
        value = mean - sqrt(mean * mean - product)
        du, dT = b, value - a
        size = -sqrt(du * du + dT * dT) * (1 if du > 0 else -1)
        return du / size, dT / size

    def _runge_kutta(self, u, T, h):
        k1 = self.slopes(u, T)
        k2 = self.slopes(u + 0.5 * h * k1[0], T + 0.5 * h * k1[1])
        k3 = self.slopes(u + 0.5 * h * k2[0], T + 0.5 * h * k2[1])
        k4 = self.slopes(u + h * k3[0], T + h * k3[1])
        return tuple(
            f + h / 6 * (p + 2 * q + 2 * r + s) for f, p, q, r, s in zip((u, T), k1, k2, k3, k4)
        )
