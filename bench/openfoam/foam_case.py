"""Writes a case for OpenFOAM's simpleFoam or icoFoam that has the equations, the boundaries and the
tolerances of a case of slipflow."""
from math import pi

from flow_case import Refused

HEADER = "FoamFile {{ version 2.0; format ascii; class {}; object {}; }}\n"
DIMENSIONS = {"p": "[0 2 -2 0 0 0 0]", "U": "[0 1 -1 0 0 0 0]"}
CONVECTION = {"linear": "linear", "upwind": "upwind", "linear_upwind": "linearUpwind grad(U)"}
OBLIQUE = 5  # degrees above which slipflow corrects the gradients along normals


def write_foam_case(folder, case, patches, angle, options):
    """`folder` has constant/polyMesh with these patches; `angle` is the largest one of it;
    `options` are those of the command line. The case has passed check_case()."""
    oblique = angle > OBLIQUE
    for name, text in (
        ("system/controlDict", control(case, options)),
        ("system/fvSchemes", schemes(case, oblique)),
        ("system/fvSolution", solution(case, oblique, options)),
        ("system/decomposeParDict", pieces(options.ranks)),
        ("constant/transportProperties", properties(case)),
        ("constant/turbulenceProperties", "simulationType laminar;\n"),
    ):
        write(folder / name, "dictionary", text)
    velocities, pressures = {}, {}
    boundaries = case.boundaries(patches)
    for patch, kind in patches.items():
        if kind in ("empty", "cyclic"):
            velocities[patch] = pressures[patch] = f"type {kind};"
        else:
            velocities[patch], pressures[patch] = conditions(patch, boundaries[patch])
    start = vector(case.text("initial.velocity"))
    write(folder / "0/U", "volVectorField", field("U", start, velocities))
    write(folder / "0/p", "volScalarField", field("p", "0", pressures))


def check_case(case):
    if any(float(g) for g in case.text("flow.gravity").split()):
        raise Refused("a case with flow.gravity cannot be compared with simpleFoam and icoFoam")
    if case.steady:
        return
    if any(key not in case.values for key in ("time.step", "time.end")):
        raise Refused("a case of algorithm = piso needs time.step and time.end for the comparison")
    if case.number("scheme.outer_correctors") > 1:
        raise Refused("icoFoam has no scheme.outer_correctors: 1 for the comparison")


def write(file, kind, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(HEADER.format(kind, file.name) + text)


def field(name, start, conditions_of):
    patches = "\n".join(f"    {patch} {{ {entry} }}" for patch, entry in conditions_of.items())
    return (f"dimensions {DIMENSIONS[name]};\ninternalField uniform {start};\n"
            f"boundaryField\n{{\n{patches}\n}}\n")


def control(case, options):
    if case.steady:
        step, end, every = 1, options.max_iterations, options.max_iterations
    else:
        step, end = case.text("time.step"), case.text("time.end")
        every = round(float(end) / float(step))
    return (f"startFrom startTime; startTime 0; stopAt endTime; endTime {end}; deltaT {step};\n"
            f"writeControl timeStep; writeInterval {every}; purgeWrite 1;\n"
            "writeFormat ascii; writePrecision 12; timePrecision 12; runTimeModifiable false;\n")


def schemes(case, oblique):
    along_normal = "corrected" if oblique else "orthogonal"
    in_time = {"bdf2": "backward", "euler": "Euler"}[case.text("scheme.time")]
    in_time = "steadyState" if case.steady else in_time
    return (f"ddtSchemes {{ default {in_time}; }}\n"
            "gradSchemes { default Gauss linear; }\n"
            f"divSchemes {{ default none; div(phi,U) Gauss {CONVECTION[case.text('scheme.convection')]};"
            " div((nuEff*dev2(T(grad(U))))) Gauss linear; }\n"
            f"laplacianSchemes {{ default Gauss linear {along_normal}; }}\n"
            "interpolationSchemes { default linear; }\n"
            f"snGradSchemes {{ default {along_normal}; }}\n")


def solution(case, oblique, options):
    """Steady: linear systems to a part of their residual. Over time: to slipflow's tolerances."""
    pressure, velocity = "tolerance 1e-12; relTol {0}", "tolerance 1e-12; relTol {0}"
    if not case.steady:
        pressure, velocity = "tolerance 1e-7; relTol 0.05", "tolerance 1e-6; relTol 0"
    pressure, velocity = (text.format(options.relative) for text in (pressure, velocity))
    solvers = (f"p {{ solver GAMG; smoother GaussSeidel; {pressure}; }}\n"
               "pFinal { $p; relTol 0; }\n"
               f"U {{ solver smoothSolver; smoother symGaussSeidel; {velocity}; }}\n")
    correctors = case.text("scheme.nonorthogonal_correctors") if oblique else 0
    common = f"nNonOrthogonalCorrectors {correctors}; pRefCell 0; pRefValue 0;"
    if not case.steady:
        correctors = case.text("scheme.correctors")
        return f"solvers\n{{\n{solvers}}}\nPISO {{ nCorrectors {correctors}; {common} }}\n"
    simplec = case.text("scheme.algorithm") == "simplec"
    relax = options.foam_relax or (0.9 if simplec else 0.7)
    residual = case.text("time.steady")
    return (f"solvers\n{{\n{solvers}}}\nSIMPLE {{ {common} consistent {'yes' if simplec else 'no'};"
            f" residualControl {{ p {residual}; U {residual}; }} }}\n"
            f"relaxationFactors {{ fields {{ p {1 if simplec else 0.3}; }}"
            f" equations {{ U {relax}; }} }}\n")


def pieces(ranks):
    """Of equal size along x."""
    return (f"numberOfSubdomains {ranks}; method simple;\n"
            f"simpleCoeffs {{ n ({ranks} 1 1); delta 0.001; }}\n")


def properties(case):
    return f"transportModel Newtonian;\nnu [0 2 -1 0 0 0 0] {case.text('flow.viscosity')};\n"


def conditions(patch, boundary):
    """What OpenFOAM calls a boundary: entries of U and p."""
    known = {"wall": ["velocity"], "inflow": ["velocity", "flow"], "outflow": ["p"],
             "pressure": ["p"], "symmetry": []}
    more = [] if boundary.kind in ("outflow", "symmetry") else ["sine"]
    for option in boundary.options:
        if option not in ["name", *more, *known.get(boundary.kind, [])]:
            raise Refused(f"the boundary '{patch}' has the option '{option}', which the comparison"
                          " cannot translate for OpenFOAM")
    options = boundary.options
    if boundary.kind in ("wall", "inflow"):
        if "flow" in options:
            if "sine" in options:
                raise Refused(f"the boundary '{patch}': flow with sine cannot be translated")
            flow = options["flow"]
            return (f"type flowRateInletVelocity; volumetricFlowRate constant {flow};"
                    " value uniform (0 0 0);", "type zeroGradient;")
        return fixed(vector(options.get("velocity", "0,0,0")), options), "type zeroGradient;"
    if boundary.kind == "symmetry":
        return "type slip;", "type zeroGradient;"
    if boundary.kind == "outflow":
        return "type zeroGradient;", fixed(options.get("p", "0"), options)
    return ("type pressureInletOutletVelocity; value uniform (0 0 0);",
            fixed(options.get("p", "0"), options))


def fixed(value, options):
    """A constant, or value A sin(2 pi F t + PHASE)."""
    if "sine" not in options:
        return f"type fixedValue; value uniform {value};"
    amplitude, frequency, phase = (*map(float, options["sine"].split(",")), 0.0)[:3]
    none = "(0 0 0)" if "(" in value else "0"
    return (f"type uniformFixedValue; uniformValue {{ type sine; frequency {frequency!r};"
            f" amplitude {amplitude!r}; t0 {-phase / (2 * pi * frequency)!r}; scale {value};"
            f" level {none}; }} value uniform {none};")


def vector(text):
    numbers = text.replace(",", " ").split()
    return "(" + " ".join([*numbers, "0", "0"][:3]) + ")"
