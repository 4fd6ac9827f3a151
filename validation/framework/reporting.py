"""Writes docs/results/validation-report.md from the descriptions of the cases and their stored
outcomes. An outcome of an earlier version of the formulas has an entry `before`, added by hand, which says
what has changed since; a new run replaces it."""
import os

from . import verdicts

_HEAD = """# Validation report

What slipflow computes, against theory and other authors. Each case has a folder in
[validation/](../../validation/README.md) with its source, its values and their tolerances. Written by
`script/validate` (do not edit). [validation.md](../validation.md) has the observed orders of accuracy
and the comparison with another program.

"""


def write(cases, file, images):
    """The page: a summary, and a section for each case with an outcome. `images` is the folder of
    the plots, FORM/CASE.png."""
    sections, summary = [], [
        "| Case | Values | Agree | Miss | Run on | Time |",
        "|---|---|---|---|---|---|",
    ]
    for case in cases:
        outcomes = {form: verdicts.stored(case, form) for form in ("normal", "full")}
        for form, outcome in outcomes.items():
            if outcome:
                summary.append(_summary_line(case, form, outcome))
        if any(outcomes.values()):
            sections.append(_section(case, outcomes, file, images))
    file.write_text(_HEAD + "\n".join(summary) + "\n\n" + "\n".join(sections))


def _summary_line(case, form, outcome):
    values = [entry for entry in outcome["values"] if verdicts.is_compared(entry)]
    agree = sum(entry["agrees"] for entry in values)
    missed = [entry["quantity"] for entry in values if not entry["agrees"]]
    worst = ", ".join(sorted({case.quantities[name]["text"] for name in missed})) or "-"
    anchor = "".join(c for c in case.title.lower().replace(" ", "-") if c.isalnum() or c == "-")
    name = f"[{case.title}](#{anchor})" + (", full meshes" if form == "full" else "")
    if "before" in outcome:
        name += f", before {outcome['before']}"
    count = "all" if agree == len(values) else f"**{agree}**"
    cells = [name, len(values), count, worst, outcome["device"], f"{outcome['seconds']} s"]
    return "| " + " | ".join(map(str, cells)) + " |"


def _section(case, outcomes, file, images):
    lines = [
        f"## {case.title}",
        "",
        case.about.strip(),
        "",
        f"**Source.** {case.source.strip()}",
        "",
    ]
    for form, outcome in outcomes.items():
        if not outcome:
            continue
        command = f"script/validate {case.name}" + (" --form full" if form == "full" else "")
        lines += [f"    {command}", ""]
        if "before" in outcome:
            lines += [f"**These values are from before {outcome['before']}.**", ""]
        lines += [*table(case, outcome), ""]
        picture = images / form / f"{case.name}.png"
        if picture.exists():
            place = os.path.relpath(picture, file.parent)
            lines += [f"![{case.title}: slipflow and the reference]({place})", ""]
    if case.remarks:
        lines += [case.remarks.strip(), ""]
    return "\n".join(lines)


def table(case, outcome):
    """The lines of the table of an outcome."""
    labels = {run.name: run.label for run in case.runs}
    yield "| Run | Quantity | Reference | slipflow | Difference | Allowed | Verdict |"
    yield "|---|---|---|---|---|---|---|"
    last = None
    for entry in outcome["values"]:
        run = labels.get(entry["run"], entry["run"])
        yield (
            f"| {run if run != last else ''} | {case.quantities[entry['quantity']]['text']} | "
            f"{_number(entry.get('expected', '-'))} | {_number(entry['found'])} | {_difference(entry)} | "
            f"{entry.get('tolerance', '-')} | {_verdict(entry)} |"
        )
        last = run


def _number(value):
    return value if isinstance(value, str) else f"{value:.6g}"


def _verdict(entry):
    if not verdicts.is_compared(entry):
        return "reported"
    return "agrees" if entry["agrees"] else "**misses**"


def _difference(entry):
    expected, found = entry.get("expected", "-"), entry["found"]
    if isinstance(expected, str):
        return "-"
    if entry["tolerance"].endswith("%"):
        return f"{100 * (found / expected - 1):+.2f} %"
    return f"{found - expected:+.2g}"
