"""slipflow from Python: cases, runs and their results.

>>> import slipflow
>>> case = slipflow.Case.from_text('''
... [mesh]
... x = 0 1
... y = 0 1
... cells = 16 16   # coarse
... ''')
>>> case["mesh.cells"] = (32, 32)
>>> case["mesh.cells"]
'32 32'

`slipflow.Case` is a case file, `slipflow.run` runs it, `slipflow.sweep` for many values of its keys. `slipflow.Results`
reads what a run wrote, `slipflow.plots` draws it. Fields and tables are NumPy arrays; whole tables are DataFrames where
pandas is installed.
"""
from slipflow import plots
from slipflow.case import Case, Check, Value
from slipflow.checkpoint import Checkpoint
from slipflow.frames import Cells, Frame, Surface, read_frame, read_surface
from slipflow.program import Error, ExitStatus, ProgramWarning, executable
from slipflow.results import Results
from slipflow.running import run
from slipflow.spectra import peak_frequency, spectrum
from slipflow.sweeps import Sweep, sweep
from slipflow.tables import Columns, read_columns, read_table

__all__ = [
    "Case",
    "Cells",
    "Check",
    "Checkpoint",
    "Columns",
    "Error",
    "ExitStatus",
    "Frame",
    "ProgramWarning",
    "Results",
    "Surface",
    "Sweep",
    "Value",
    "executable",
    "peak_frequency",
    "plots",
    "read_columns",
    "read_frame",
    "read_surface",
    "read_table",
    "run",
    "spectrum",
    "sweep",
]
