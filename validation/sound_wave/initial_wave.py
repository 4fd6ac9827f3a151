#!/usr/bin/env python3
"""Writes initial_wave.vtr: the gas of a small standing wave at its largest compression, on the mesh
of sound_wave.cfg."""
import struct
from math import cos, pi
from pathlib import Path

COLUMNS, ROWS, AMPLITUDE = 40, 4, 1e-4

wave = [AMPLITUDE * cos(pi * (i + 0.5) / COLUMNS) for i in range(COLUMNS)] * ROWS
arrays = {
    "T": [1 + 2 / 3 * value for value in wave],
    "rho": [1 + value for value in wave],
    "u": [0.0] * len(wave),
    "v": [0.0] * len(wave),
    "x": [i / COLUMNS for i in range(COLUMNS + 1)],
    "y": [0.2 * j / ROWS for j in range(ROWS + 1)],
    "z": [0.0],
}
data, tags = b"", {}
for name, values in arrays.items():
    tags[name] = f'<DataArray type="Float64" Name="{name}" format="appended" offset="{len(data)}"/>'
    packed = struct.pack(f"<{len(values)}d", *values)
    data += struct.pack("<Q", len(packed)) + packed
extent = f"0 {COLUMNS} 0 {ROWS} 0 0"
head = f"""<?xml version="1.0"?>
<VTKFile type="RectilinearGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">
<RectilinearGrid WholeExtent="{extent}">
<Piece Extent="{extent}">
<CellData>{"".join(tags[name] for name in ("T", "rho", "u", "v"))}</CellData>
<Coordinates>{"".join(tags[name] for name in ("x", "y", "z"))}</Coordinates>
</Piece>
</RectilinearGrid>
<AppendedData encoding="raw">
_"""
(Path(__file__).parent / "initial_wave.vtr").write_bytes(
    head.encode() + data + b"\n</AppendedData>\n</VTKFile>\n"
)
