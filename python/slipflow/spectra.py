"""Spectra of time series."""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from slipflow.program import Error
from slipflow.vtk_files import Floats

_FEWEST = 8


def spectrum(time: ArrayLike, values: ArrayLike, begin: float | None = None) -> tuple[Floats, Floats]:
    """Frequencies and amplitudes of a series from `begin` on: of equal intervals (values are linear in between), less
    its mean, with a Hann window. A sine of amplitude 1 has a peak of about 1.

    >>> t = np.linspace(0, 20, 401)
    >>> f, amplitude = spectrum(t, 3 + np.sin(2 * np.pi * 1.5 * t))
    >>> print(f"{f[np.argmax(amplitude)]:.2f} {amplitude.max():.2f}")
    1.50 1.00
    """
    t, v = np.asarray(time, np.float64), np.asarray(values, np.float64)
    if t.shape != v.shape or t.ndim != 1:
        raise Error("a series has one value for each time")
    if begin is not None:
        t, v = t[t >= begin], v[t >= begin]
    if len(t) < _FEWEST or not np.all(np.diff(t) > 0):
        raise Error(f"a spectrum needs at least {_FEWEST} values at increasing times")
    even = np.linspace(t[0], t[-1], len(t))
    v = np.interp(even, t, v)
    window = np.hanning(len(v))
    amplitude = 2 * np.abs(np.fft.rfft((v - v.mean()) * window)) / window.sum()
    frequency = np.fft.rfftfreq(len(v), even[1] - even[0])
    return np.asarray(frequency, np.float64), np.asarray(amplitude, np.float64)


def peak_frequency(time: ArrayLike, values: ArrayLike, begin: float | None = None) -> float:
    """The frequency of the largest amplitude, from the parabola through the logarithms of three of them.

    >>> t = np.linspace(0, 20, 401)
    >>> print(f"{peak_frequency(t, np.sin(2 * np.pi * 0.87 * t)):.3f}")
    0.870
    """
    frequency, amplitude = spectrum(time, values, begin)
    peak = 1 + int(np.argmax(amplitude[1:-1]))
    a, b, c = np.log(np.maximum(amplitude[peak - 1 : peak + 2], 1e-300))
    shift = 0.0 if a - 2 * b + c == 0 else 0.5 * (a - c) / (a - 2 * b + c)
    return float(frequency[peak] + shift * frequency[1])
