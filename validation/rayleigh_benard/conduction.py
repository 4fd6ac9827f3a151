"""The gas between the plates without flow, under gravity."""
from math import exp, sqrt

JUMP, HOT, COLD = 2.1904, 1.0, 0.1


class Conduction:
    """The state without flow: T^(3/2) = a + b y, dp/dy = -2 p / (T Fr), mean density 1."""

    def __init__(self, knudsen, froude):
        self.froude = froude
        lower, upper = HOT, COLD
        for _ in range(400):
            self.a, self.b = lower**1.5, upper**1.5 - lower**1.5
            self._pressure()
            lower += 0.5 * (HOT + self._jump(knudsen, lower, self.p_of(0)) - lower)
            upper += 0.5 * (COLD - self._jump(knudsen, upper, self.p_of(1)) - upper)
        self.lower, self.upper = lower, upper
        self.heat = -2 / 3 * self.b  # in units of CT1

    def T(self, y):
        return (self.a + self.b * y) ** (2 / 3)

    def p_of(self, y):
        """The integral of dy / T is 3 T^(1/2) / b, so p is an exponential of it."""
        return self.p0 * exp(-2 / self.froude * 3 / self.b * (sqrt(self.T(y)) - sqrt(self.T(0))))

    def _pressure(self):
        """Gravity carries all the gas: p0 - p1 = 2 / Fr at the mean density 1."""
        self.p0 = 1.0
        self.p0 = 2 / self.froude / (1 - self.p_of(1))

    def _jump(self, knudsen, T, p):
        return JUMP * knudsen * T / p * 2 / 3 * self.b / sqrt(T)
