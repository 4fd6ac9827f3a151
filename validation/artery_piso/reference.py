#!/usr/bin/env python3
"""reference.py MESH FOLDER EVERY FILE.csv: what check.py compares with. From OpenFOAM's results in FOLDER,
which bench/openfoam/compare.py leaves, on MESH, a folder that mesh.py wrote, it prints the pressure drop
and writes the velocity in one cell of EVERY into the file."""
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "validation"), str(ROOT / "bench/openfoam")]

from check import pressure_drop  # noqa: E402
from foam_run import read_foam  # noqa: E402


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    mesh, folder, file = (Path(sys.argv[k]) for k in (1, 2, 4))
    fields = read_foam("OpenFOAM", folder).fields
    print(f"pressure drop {pressure_drop(mesh, fields['p']):.6g}")
    with open(file, "w") as out:
        out.write("cell,u,v,w\n")
        for cell in range(0, len(fields["p"]), int(sys.argv[3])):
            out.write(",".join([str(cell), *(f"{fields[name][cell]:.6g}" for name in "uvw")]) + "\n")


if __name__ == "__main__":
    main()
