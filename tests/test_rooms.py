"""The rooms of host/ are a chain: no file includes a header of a room below its own, and only some
rooms know of OpenCL. Run by ctest."""
import re
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent

# From the first to the last; those of docs/architecture.md, and of the methods and libraries to come.
ROOMS = ("support config mesh setup opencl parallel output drawing linear_solvers methods run tuning "
         "bench app").split()
BINDINGS = "host/opencl/include/slipflow/opencl/opencl.hpp"
MAY_CALL_OPENCL = r"host/(opencl|methods/\w+/backends/opencl|linear_solvers/\w+/opencl)/"


def sources(*folders):
    """Path below the root and text of every source file of these folders; else of host/."""
    for folder in folders or ["host"]:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".hpp", ".cpp", ".inc", ".h", ".cl"):
                yield path.relative_to(ROOT).as_posix(), path.read_text()


def room_of(path):
    return path.split("/")[1]


def room_of_header(header):
    """The room of slipflow/ROOM/x.hpp, or None; a method has the folder of its name."""
    parts = header.split("/")
    if parts[0] != "slipflow" or len(parts) < 3:
        return None
    return parts[1] if parts[1] in ROOMS else "methods"


def without_comments(text):
    return re.sub(r"//.*|/\*.*?\*/", "", text)


def wrong_includes(path, text):
    """Headers of rooms below the one of the file."""
    for header in re.findall(r'#include ["<](slipflow/[^">]+)[">]', text):
        if ROOMS.index(room_of_header(header)) > ROOMS.index(room_of(path)):
            yield f"{path} includes {header}"


def wrong_calls(path, text):
    """The bindings of OpenCL and of MPI outside of the rooms that may use them."""
    if path != BINDINGS and re.search(r"#include <CL/opencl\.hpp>", text):
        yield f"{path} includes CL/opencl.hpp"
    if not path.startswith("host/parallel/") and re.search(r"#include [<\"]mpi\.h", text):
        yield f"{path} includes mpi.h"
    if not re.match(MAY_CALL_OPENCL, path) and re.search(r"\bcl::", without_comments(text)):
        yield f"{path} uses cl::"


def methods():
    """Names of methods, as in host/methods, next to what methods on boxes share."""
    folders = {path.name for path in (ROOT / "host/methods").iterdir() if path.is_dir()}
    return sorted(folders - {"include", "box"})


def names(text, method):
    """A name of one word may be a word of something else: it counts as a namespace, folder or text."""
    if "_" in method:
        return re.search(rf"{method}|{method.upper().replace('_', '-')}", text)
    return re.search(rf'\b{method}(::|/)|::{method}\b|"{method}"', text)


def named_methods(path, text):
    """Methods that a file outside of their folders names; the list of methods may."""
    for name in methods():
        own = rf"(host/methods|macros|cl_kernels)/{name}/|host/app/methods\.cpp"
        if not re.match(own, path) and names(text, name):
            yield f"{path} names the method {name}"


# What each method has, so that who knows one finds everything in another.
SKELETON = ["method.cpp", "problem.cpp", "case/case.cpp", "case/keys.cpp", "case/make_case.cpp", "solver/simulation.cpp",
            "backends/serial", "backends/opencl", "output", "state"]


# The most virtual functions of an interface in each of these files, destructors and bases included.
INTERFACES = {
    "host/methods/include/slipflow/methods/simulation.hpp": 15,
    "host/methods/include/slipflow/methods/problem.hpp": 15,
    "host/methods/simple_ts/include/slipflow/simple_ts/operations.hpp": 20,
    "host/methods/psi_omega/backends/operations.hpp": 20,
    "host/methods/transport/backends/operations.hpp": 20,
    "host/methods/piso/backends/operations.hpp": 20,
    "host/linear_solvers/stencil7/operations7.hpp": 20,
}


# Classes that are all interfaces of a header at once, for the methods that implement them.
ALL_INTERFACES = {"WholeSimulation", "WholeProblem"}


def virtual_functions(text):
    """The number of virtual functions of each class of a header, those of its bases there included."""
    classes = re.split(r"^class (\w+)([^;{]*)\{", without_comments(text), flags=re.M)[1:]
    counts = {}
    for name, bases, body in zip(classes[::3], classes[1::3], classes[2::3]):
        counts[name] = body.split("\n};")[0].count("virtual ")
        counts[name] += sum(counts.get(base, 0) for base in re.findall(r"public (\w+)", bases))
    return {name: count for name, count in counts.items() if count > 0 and name not in ALL_INTERFACES}


def folder_of_room(path):
    """host/mesh/, host/methods/simple_ts/"""
    return re.match(r"host/(?:methods/|linear_solvers/)?\w+/", path)[0]


def units_of(paths):
    """The unit of each file: a header and its source, where a room has one of each of that name."""
    named = {}
    for path in paths:
        named.setdefault((folder_of_room(path), Path(path).stem, Path(path).suffix), []).append(path)
    units = {}
    for (room, stem, _), same in named.items():
        is_one = all(len(named.get((room, stem, end), [])) < 2 for end in (".hpp", ".cpp"))
        units.update({path: room + stem if is_one else path.rsplit(".", 1)[0] for path in same})
    return units


def cycles(texts):
    """Sorted lists of units that include each other, directly or through others."""
    units = units_of(texts)
    public = {path.split("/include/")[1]: path for path in texts if "/include/" in path}
    graph = {unit: set() for unit in units.values()}
    for path, text in texts.items():
        for header in re.findall(r'#include "([^"]+)"', text):
            near = (f"{Path(path).parent}/{header}", folder_of_room(path) + header)
            file = next((place for place in near if place in texts), public.get(header))
            if file:
                graph[units[path]].add(units[file])
    for unit, others in graph.items():
        others.discard(unit)
    reached = {}
    for start in graph:
        left = [start]
        reached[start] = set()
        while left:
            new = graph[left.pop()] - reached[start]
            reached[start] |= new
            left += new
    return sorted({tuple(sorted(unit for unit in reached[start] if start in reached[unit]))
                   for start in graph if start in reached[start]})


def all_wrong(check):
    return [fault for path, text in sources() for fault in check(path, text)]


class Rooms(unittest.TestCase):
    def test_every_folder_is_a_room(self):
        folders = {path.name for path in (ROOT / "host").iterdir() if path.is_dir()}
        self.assertEqual(folders - set(ROOMS), set())

    def test_no_room_includes_one_below_it(self):
        self.assertEqual(all_wrong(wrong_includes), [])

    def test_opencl_stays_in_its_rooms(self):
        self.assertEqual(all_wrong(wrong_calls), [])
        self.assertIn("#include <CL/opencl.hpp>", (ROOT / BINDINGS).read_text())

    def test_no_source_outside_a_methods_folders_names_a_method(self):
        files = sources("host", "macros", "cl_kernels")
        self.assertEqual([fault for path, text in files for fault in named_methods(path, text)], [])

    def test_no_room_includes_a_header_of_the_studies(self):
        headers = {path.name for path in (ROOT / "bench/studies").glob("*.hpp")}
        self.assertIn("study_command.hpp", headers)
        for path, text in sources():
            of_studies = set(re.findall(r'#include "([^"/]+)"', text)) & headers
            here = {header for header in of_studies if not (ROOT / path).with_name(header).exists()}
            self.assertEqual(here, set(), path)

    def test_tests_and_studies_take_the_bindings_from_their_room(self):
        for folder in ("tests", "bench"):
            for path in sorted((ROOT / folder).rglob("*.[ch]pp")):
                self.assertNotIn("#include <CL/opencl.hpp>", path.read_text(), path)


    def test_methods_have_one_skeleton(self):
        for method in methods():
            folder = ROOT / "host/methods" / method
            self.assertEqual([part for part in SKELETON if not (folder / part).exists()], [], method)
            folders = {path.name for path in folder.iterdir() if path.is_dir()}
            self.assertEqual(folders - {"backends", "case", "include", "output", "solver", "state"}, set(), method)
            backends = {path.name for path in (folder / "backends").iterdir() if path.is_dir()}
            self.assertEqual(backends - {"opencl", "serial", "team", "threads"}, set(), method)

    def test_interfaces_are_small(self):
        for path, most in INTERFACES.items():
            for name, count in virtual_functions((ROOT / path).read_text()).items():
                self.assertLessEqual(count, most, f"{path}: {name}")


    def test_no_units_include_each_other(self):
        self.assertEqual(cycles(dict(sources())), [])


class Faults(unittest.TestCase):
    """Each kind of fault is noticed, and the right one next to it is not."""

    def test_includes(self):
        text = '#include "slipflow/opencl/wait.hpp"\n#include "slipflow/bench/bench.hpp"\n'
        text += '#include "slipflow/simple_ts/case.hpp"\n'
        self.assertEqual(list(wrong_includes("host/opencl/wait.cpp", text)), [
            "host/opencl/wait.cpp includes slipflow/bench/bench.hpp",
            "host/opencl/wait.cpp includes slipflow/simple_ts/case.hpp"])
        self.assertEqual(list(wrong_includes("host/app/main.cpp", text)), [])

    def test_virtual_functions(self):
        text = "class A {\n  virtual void f() = 0;  // virtual void g();\n  virtual ~A();\n};\nclass B;\n"
        text += "class C final\n    : public A {\n  void f() override;\n  virtual void h();\n};\n"
        text += "class D : public A, public C, public other::E {\n};\n"
        self.assertEqual(virtual_functions(text), {"A": 2, "C": 3, "D": 5})

    def test_cycles(self):
        texts = {"host/run/a.cpp": '#include "slipflow/run/a.hpp"\n#include "b.hpp"\n',
                 "host/run/include/slipflow/run/a.hpp": "",
                 "host/run/b.hpp": '#include "slipflow/run/a.hpp"\n',
                 "host/run/c.cpp": '#include "b.hpp"\n'}
        self.assertEqual(cycles(texts), [("host/run/a", "host/run/b")])
        texts["host/run/b.hpp"] = ""
        self.assertEqual(cycles(texts), [])

    def test_names_of_methods(self):
        text = "#include \"simple_ts/energy.h\"  // as SIMPLE-TS has it\n"
        for path in ("macros/simple_ts/a.h", "host/app/methods.cpp"):
            self.assertEqual(list(named_methods(path, text)), [])
        self.assertEqual(list(named_methods("macros/a.h", text)),
                         ["macros/a.h names the method simple_ts"])
        self.assertEqual(list(named_methods("macros/a.h", "// docs/methods/simple-ts.md\n")), [])

    def test_calls(self):
        text = "cl::Buffer b;  // of opencl::Queue\n"
        for path in ("host/opencl/a.cpp", "host/methods/piso/backends/opencl/a.cpp",
                     "host/linear_solvers/krylov/opencl/a.hpp"):
            self.assertEqual(list(wrong_calls(path, text)), [])
        self.assertEqual(list(wrong_calls("host/bench/a.cpp", text)), ["host/bench/a.cpp uses cl::"])
        self.assertEqual(list(wrong_calls("host/bench/a.cpp", "opencl::Queue q;  // no cl::Queue\n")),
                         [])
        self.assertEqual(list(wrong_calls("host/run/a.cpp", "#include <mpi.h>\n")),
                         ["host/run/a.cpp includes mpi.h"])
        self.assertEqual(list(wrong_calls("host/parallel/a.cpp", "#include <mpi.h>\n")), [])
        self.assertEqual(list(wrong_calls("host/opencl/a.cpp", "#include <CL/opencl.hpp>\n")),
                         ["host/opencl/a.cpp includes CL/opencl.hpp"])


if __name__ == "__main__":
    unittest.main()
