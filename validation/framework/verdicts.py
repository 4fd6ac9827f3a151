"""Compares what was found with what is expected, and keeps the outcome as results.json of the
case."""
import importlib.util
import json
import math
from contextlib import contextmanager
from pathlib import Path


class CheckFailed(Exception):
    """One sentence: what of check.py went wrong, and how."""


@contextmanager
def checking(what):
    """Turns whatever goes wrong in a part of check.py into CheckFailed: it ends that check alone,
    neither the other cases nor the report."""
    try:
        yield
    except Exception as error:
        sentence = f"{what} of check.py: {type(error).__name__}: {error}"
        raise CheckFailed(sentence) from error


def load_check(case):
    """The module check.py of a case: measure(result), and if it likes expected(result) and
    plot(...)."""
    with checking("the text"):
        return load_module(case.folder / "check.py", "check")


def load_module(beside, name):
    """The module NAME.py in the folder of a file, under a name of its own: cases may use the
    same names."""
    folder = Path(beside).parent
    spec = importlib.util.spec_from_file_location(f"{folder.name}_{name}", folder / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compare(case, check, result, complain):
    """One entry for each expected value of a run, those of check.expected(result) included, and
    each reported one. A measure() that fails has found nothing, so that all values miss;
    complain() is told why."""
    with checking(f"{result.name}: expected()"):
        expected = dict(check.expected(result)) if hasattr(check, "expected") else {}
    expected.update(result.run.expect)
    try:
        with checking(f"{result.name}: measure()"):
            found = check.measure(result)
    except CheckFailed as failure:
        complain(failure)
        found = {}
    return [
        (
            _entry(case, result, quantity, expected[quantity], found.get(quantity, math.nan))
            if quantity in expected
            else _reported(result, quantity, found)
        )
        for quantity in case.quantities
        if quantity in expected or quantity in result.run.report
    ]


def _entry(case, result, quantity, expected, found):
    entry = {"run": result.name, "quantity": quantity, "expected": expected, "found": found}
    if isinstance(expected, str):  # a bound
        sign, bound = expected.split()
        agrees = found < float(bound) if sign == "<" else found > float(bound)
        return entry | {"agrees": agrees}
    tolerance = case.tolerance(result.run, quantity, result.form)
    return entry | {"tolerance": str(tolerance), "agrees": tolerance.allows(expected, found)}


def _reported(result, quantity, found):
    """Without `expected`; that it was found is all that it can miss."""
    entry = {"run": result.name, "quantity": quantity, "found": found.get(quantity, math.nan)}
    return entry | {"agrees": quantity in found}


def is_compared(entry):
    """False for a value that is only reported, and was found."""
    return "expected" in entry or not entry["agrees"]


def sentence(case, entry):
    """An entry as a line for the screen."""
    if not is_compared(entry):
        return f"reports {case.name} {entry['run']} {entry['quantity']}: {entry['found']:.8g}"
    verdict = "agrees" if entry["agrees"] else "MISSES"
    return (
        f"{verdict}  {case.name} {entry['run']} {entry['quantity']}: {entry['found']:.8g}, "
        f"expected {entry.get('expected', '-')}, allowed {entry.get('tolerance', '-')}"
    )


def results_file(case, form):
    return case.folder / ("results.json" if form == "normal" else f"results-{form}.json")


def store(case, form, results, entries):
    """Writes the outcome to the folder of the case, for the report."""
    summaries = [result.summary for result in results]
    outcome = {
        "device": "; ".join(sorted({summary["device"] for summary in summaries})),
        "seconds": round(sum(summary["seconds"] for summary in summaries)),
        "values": entries,
    }
    results_file(case, form).write_text(json.dumps(outcome, indent=1) + "\n")


def stored(case, form):
    """The outcome that is kept, or None."""
    file = results_file(case, form)
    return json.loads(file.read_text()) if file.exists() else None
