"""Sod's tube against the exact solution of Riemann's problem."""
import re
from functools import cache
from math import sqrt

TUBE = (1.0, 1.0, 0.125, 0.1)  # rho, p on the left, rho, p on the right; at rest


class Riemann:
    """A fan to the left, a contact and a shock to the right; fields by the speed x/t."""

    def __init__(self, gamma):
        self.gamma = gamma
        rho1, p1, rho4, p4 = TUBE
        low, high = p4, p1
        for _ in range(200):  # the velocities behind both waves agree
            self.p = 0.5 * (low + high)
            low, high = (self.p, high) if self.behind_fan() > self.behind_shock() else (low, self.p)
        self.u = self.behind_fan()
        ratio, a = self.p / p4, (gamma - 1) / (gamma + 1)
        self.rho_left = rho1 * (self.p / p1) ** (1 / gamma)
        self.rho_right = rho4 * (ratio + a) / (a * ratio + 1)
        self.shock = self.u * self.rho_right / (self.rho_right - rho4)
        self.head = -sqrt(gamma * p1 / rho1)
        self.tail = self.u - sqrt(gamma * self.p / self.rho_left)

    def behind_fan(self):
        g, (rho, p, _, _) = self.gamma, TUBE
        return 2 * sqrt(g * p / rho) / (g - 1) * (1 - (self.p / p) ** ((g - 1) / (2 * g)))

    def behind_shock(self):
        g, (_, _, rho, p) = self.gamma, TUBE
        return (self.p - p) * sqrt(2 / ((g + 1) * rho) / (self.p + (g - 1) / (g + 1) * p))

    def at(self, speed):
        """rho, u, p."""
        rho1, p1, rho4, p4 = TUBE
        if speed >= self.shock:
            return rho4, 0.0, p4
        if speed >= self.tail:
            return (self.rho_right if speed > self.u else self.rho_left), self.u, self.p
        if speed <= self.head:
            return rho1, 0.0, p1
        g = self.gamma
        c = 2 / (g + 1) * -self.head - (g - 1) / (g + 1) * speed
        rho = rho1 * (c / -self.head) ** (2 / (g - 1))
        return rho, 2 / (g + 1) * (-self.head + speed), rho * c * c / g


@cache
def exact(name):
    return Riemann(1.4 if name == "gamma14" else 5 / 3)


def expected(result):
    return {"error_rho": 0, "error_u": 0, "error_p": 0}


def measure(result):
    found, right = result.profile("profile"), exact(result.name)
    fields = list(zip(*(right.at(speed) for speed in found["speed"])))
    errors = {
        f"error_{name}": sum(abs(a - b) for a, b in zip(found[name], values)) / len(values)
        for name, values in zip(("rho", "u", "p"), fields)
    }
    return errors | {
        "p_star": plateau(found, "p", right.u, right.shock),
        "u_star": plateau(found, "u", right.u, right.shock),
        "rho_left": plateau(found, "rho", right.tail, right.u),
        "rho_right": plateau(found, "rho", right.u, right.shock),
        "shock": float(re.search(r"shock speed (\S+)", result.text()).group(1)),
    }


def plateau(found, name, low, high):
    """The mean over the middle third between two speeds."""
    third = (high - low) / 3
    inside = [
        f for speed, f in zip(found["speed"], found[name]) if low + third <= speed <= high - third
    ]
    return sum(inside) / len(inside)


def plot(results, plotting):
    figure, panels = plotting.chart(3, columns=3, width=13)
    for panel, name, k in zip(panels, ("rho", "u", "p"), range(3)):
        panel.label({"rho": "density", "u": "velocity", "p": "pressure"}[name], "x / t", name)
        for number, key in ((0, "gamma14"), (1, "gamma53")):
            if key not in results:
                continue
            found, right = results[key].profile("profile"), exact(key)
            fine = [-1.5 + 0.0025 * i for i in range(1500)]
            panel.reference_line(fine, [right.at(speed)[k] for speed in fine], number)
            panel.computed_points(
                found["speed"], found[name], number, results[key].run.label, most=130
            )
    panels[0].axis.plot([], [], "-k", label="exact")
    panels[0].legend()
    return figure
