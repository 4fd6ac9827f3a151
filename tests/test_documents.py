"""What the documents name exists: the files, keys, commands, options and identifiers that they put
in backticks or code blocks, and the targets of their links. Run by ctest."""
import re
import subprocess
import sys
import unittest
from functools import cache
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
SOURCE_FOLDERS = "host macros cl_kernels tests bench script validation cmake configs python".split()
TOP_FOLDERS = SOURCE_FOLDERS + ["docs", "manual", "packaging", ".ci", ".github"]
MOST_COLUMNS = 120
MOST_WORDS = 43_900
EXTENSION = r"(?:h|hpp|cpp|cl|py|md|toml|cfg|csv|json|png|txt|log|pvd|inc)"

# Names of other programs, of conventions, and of columns that the program composes.
FOREIGN = set(
    "snake_case SF_ALL_CAPS PascalCase wall_south p_mean p_rms wall_west_heat wall_east_heat "
    "mask_1_drag_pressure mask_1_heat cube_force_x".split()
)

# Further files that read a command's options; commands that pass options on to slipflow.
READ_BY = {"script/validate": ["validation/validate.py"]}
PASSES_OPTIONS_ON = ["script/run", "script/kill-and-restart"]


def documents():
    """All but the change log, which names what was."""
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    pages += [*ROOT.glob("validation/**/*.md"), *ROOT.glob("tests/**/*.md")]
    return sorted(page for page in pages if page.name != "CHANGELOG.md")


def spans(text):
    """Inline code of a page, and the lines of its code blocks that begin with a command."""
    blocks = re.findall(r"^```\n(.*?)^```", text, re.S | re.M)
    indented = re.findall(r"^    (\S.*)", text, re.M)
    text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    yield from re.findall(r"`([^`\n]+)`", text)
    for line in "\n".join(blocks).split("\n") + indented:
        if re.match(r"(slipflow|script/\S+|bench/\S+|validation/\S+) ?", line):
            yield line.split("  #")[0]


@cache
def repository():
    """Paths of all files, with a slash in front."""
    files = list(ROOT.iterdir()) + [path for name in TOP_FOLDERS for path in (ROOT / name).rglob("*")]
    return ["/" + path.relative_to(ROOT).as_posix() for path in files if path.is_file()]


@cache
def sources():
    """The text of all sources, documents and this file excluded."""
    texts = [(ROOT / "CMakeLists.txt").read_text(), (ROOT / "CMakePresets.json").read_text()]
    for name in repository():
        path = ROOT / name[1:]
        if path.suffix in (".md", ".png") or name.startswith("/docs/") or path == Path(__file__):
            continue
        texts.append(path.read_text(errors="replace"))
    return "\n".join(texts)


@cache
def words():
    return set(re.findall(r"\w+", sources()))


@cache
def keys():
    """The rows of the generated table, which the test `config` compares with the program's."""
    table = (ROOT / "docs/keys.md").read_text()
    return set(re.findall(r"^\| `([a-z]+\.[a-z_]+)`", table, re.M))


def text_of(*patterns):
    return "\n".join(path.read_text() for one in patterns for path in sorted(ROOT.glob(one)))


@cache
def commands():
    return set(re.findall(r'\{"([a-z]+)",\s', text_of("host/app/commands.cpp"))) | {"help"}


@cache
def studies():
    return set(re.findall(r'\{"(\w+)", \w+_study\(\)\}', text_of("bench/studies/program.cpp")))


@cache
def program_options():
    """As they are declared: add("name" or add("name,n"."""
    return set(re.findall(r'\("([a-z][a-z-]+)(?:,\w)?",', text_of("host/app/*.cpp"))) | {"version"}


def exists(path):
    """Whether a file, a folder or a pattern is there, as written or at the end of a longer path."""
    path = path.rstrip("/")
    pattern = "[^/]*".join(map(re.escape, path.split("*")))
    inside = re.compile(f"/{pattern}(/|$)")
    return any(inside.search(name) for name in repository())


def wrong_paths(span):
    for word in re.split(r"[\s'\"=,]+", span):
        word = word.removeprefix("./").rstrip(".:;")
        if re.search(r"[<>()$~\\\[{]", word) or re.search(r"(^|/)[A-Z]+(\.|/|$)", word):
            continue  # not a path, or with a placeholder
        if re.match(rf"({'|'.join(map(re.escape, TOP_FOLDERS))})/", word):
            if not exists(word):
                yield f"no file {word}"
        elif re.fullmatch(rf"[\w*-]+(/[\w*-]+)*\.{EXTENSION}", word):
            name = word.split("/")[-1]
            if not exists(word) and not ("/" not in word and name in sources()):
                if not (re.search(r"\d{6}", name) or word.startswith("out/")):
                    yield f"no file {word}"


def wrong_keys(span):
    sections = {key.split(".")[0] for key in keys()}
    section = re.match(r"\[([a-z]+)\](?: ([a-z_]+) =)?", span)
    if section and section[1] not in sections:
        yield f"no section [{section[1]}]"
    elif section and section[2] and f"{section[1]}.{section[2]}" not in keys():
        yield f"no key {section[1]}.{section[2]}"
    for key in re.findall(r"(?<![\w/.])([a-z]+\.[a-z_]+)(?![\w(/.])", span):
        first, last = key.split(".")
        if first in sections and key not in keys() and not re.fullmatch(EXTENSION, last):
            yield f"no key {key}"


def wrong_commands(span):
    command = re.match(r"(?:\S*/)?slipflow ([a-z]+)\b", span)
    if command and command[1] not in commands():
        yield f"no command slipflow {command[1]}"
    study = re.match(r"slipflow_studies ([a-z]\w*)", span)
    if study and study[1] not in studies():
        yield f"no study {study[1]}"
    first = (span.split() or [""])[0]
    for option in re.findall(r"(?<![\w-])--([a-z][a-z-]*)", span):
        if not takes(first, option):
            yield f"no option --{option} of {first}"


def takes(command, option):
    """Whether a command has an option; True for commands of other projects."""
    if command.startswith("-"):   # an option by itself: of any command
        return option in program_options() or f"--{option}" in sources()
    if re.match(r"(\S*/)?slipflow$", command) or command in commands():
        return option in program_options()
    if command == "slipflow_studies":
        return option == "help" or re.search(rf'\("{option}"', text_of("bench/studies/*.cpp")) is not None
    if not re.match(r"(script|bench|validation)/", command) or not (ROOT / command).is_file():
        return True
    if f"--{option}" in text_of(command, *READ_BY.get(command, ())):
        return True
    return command in PASSES_OPTIONS_ON and option in program_options()


def wrong_names(span):
    names = set(re.findall(r"\b(?:sf|SF)_\w+", span))
    whole = re.fullmatch(r"(\w+(?:::\w+)*)(\(\w*\))?", span)
    if whole and re.match(r"[A-Za-z]", span) and not span.startswith("NAME"):
        looks = "_" in span or "::" in span or whole[2] or re.match(r"[A-Z][a-z]+[A-Z]", span)
        if looks:
            names |= set(whole[1].split("::"))
    for name in sorted(names - FOREIGN - {"cl", "std"}):
        if name not in words():
            yield f"no name {name} in the sources"


@cache
def messages():
    """The sources with strings that follow each other joined, and values of any kind as {}."""
    text = text_of("host/**/*.cpp", "host/**/*.hpp")
    return re.sub(r"\{[^{}\"\n]*\}", "{}", re.sub(r"\"\s*\n\s*\"", "", text))


def wrong_messages(text):
    """Headings in backticks that are no message of the program; ... in them is any value."""
    for message in re.findall(r"^### `(.*)`$", text, re.M):
        pattern = "[^\"\n]{0,60}".join(map(re.escape, message.split("...")))
        if not re.search(pattern, messages()):
            yield f"`{message}`: no such message"


def wrong_spans(text):
    for span in spans(text):
        for check in (wrong_paths, wrong_keys, wrong_commands, wrong_names):
            for fault in check(span):
                yield f"`{span}`: {fault}"


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.S | re.M)
    for heading in re.findall(r"^#+ (.*)", text, re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower().replace(" ", "-")
        yield "".join(c for c in heading if c.isalnum() or c in "-_")


def prose(text):
    """The lines of a page that can be wrapped: no code block, formula, table, heading or picture."""
    text = re.sub(r"^```.*?^```|^\$\$.*?\$\$$", "", text, flags=re.S | re.M)
    return [line for line in text.splitlines() if not re.match(r"    |[|#<]|!\[", line)]


def wrong_links(text, folder):
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        name, _, anchor = link.partition("#")
        target = (folder / name).resolve()
        if link.startswith("http") or not name:
            continue
        if not target.exists():
            yield f"({link}): no such file"
        elif anchor and anchor not in anchors(target):
            yield f"({link}): no such heading"


class Documents(unittest.TestCase):
    def test_what_is_in_backticks_exists(self):
        for page in documents():
            with self.subTest(page=page.relative_to(ROOT).as_posix()):
                self.assertEqual(list(wrong_spans(page.read_text())), [])

    def test_links_lead_somewhere(self):
        for page in documents():
            with self.subTest(page=page.relative_to(ROOT).as_posix()):
                text = page.read_text()
                self.assertEqual(list(wrong_links(text, page.parent)), [])
                inside = {link for link in re.findall(r"\]\(#([^)\s]+)\)", text)}
                self.assertEqual(inside - set(anchors(page)), set())

    def test_messages_are_those_of_the_program(self):
        text = (ROOT / "docs/troubleshooting.md").read_text()
        self.assertGreater(text.count("### `"), 20)
        self.assertEqual(list(wrong_messages(text)), [])

    def test_pictures_are_those_of_the_gallery(self):
        done = subprocess.run([sys.executable, ROOT / "script/gallery", "--check"], capture_output=True, text=True)
        self.assertEqual(done.stdout, "")

    def test_version_and_date_are_those_of_the_newest_release(self):
        version = re.search(r"^project\(slipflow VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
        newest = re.search(r"^## (\d\S*), (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.M).groups()
        cited = re.findall(r"^(?:version|date-released): (\S+)$", (ROOT / "CITATION.cff").read_text(), re.M)
        self.assertEqual(newest[0], version)
        self.assertEqual(cited, list(newest))

    def test_prose_is_wrapped(self):
        for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/methods/*.md"),
                     *ROOT.glob("docs/tutorials/*.md")]:
            with self.subTest(page=page.relative_to(ROOT).as_posix()):
                self.assertEqual([line for line in prose(page.read_text()) if len(line) > MOST_COLUMNS], [])

    def test_words_stay_within_the_budget(self):
        """The generated key reference and figures of one day apart, everything has a budget of words. Work that
        adds a feature may raise it by 1,500."""
        pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md"),
                 *ROOT.glob("docs/methods/*.md"), *ROOT.glob("docs/tutorials/*.md")]
        words = {page.name: len(page.read_text().split()) for page in pages if page.name != "keys.md"}
        self.assertLessEqual(sum(words.values()), MOST_WORDS, words)


class Faults(unittest.TestCase):
    """Each kind of wrong name is noticed, and the right one next to it is not."""

    def check(self, text, fault):
        self.assertEqual([one.split(": ")[1] for one in wrong_spans(text)], [fault])

    def test_paths(self):
        self.check("`docs/methods/simple-ts.md` `docs/numeric.md`", "no file docs/numeric.md")
        self.check("`simple_ts/energy.h` `simple_ts/entropy.h`", "no file simple_ts/entropy.h")
        self.check("`state.hpp` `estate.hpp`", "no file estate.hpp")
        self.check("`tests/unit/test_*.cpp` `tests/unit/a_*.cpp`", "no file tests/unit/a_*.cpp")
        self.check("`script/test -R unit` `script/best`", "no file script/best")

    def test_keys(self):
        self.check("`time.step` `time.steps`", "no key time.steps")
        self.check("`inner.max = 3` `inner.most = 3`", "no key inner.most")
        self.check("`[inner]` `[outer]`", "no section [outer]")
        self.check("    slipflow run a --set gas.much=1\n", "no key gas.much")

    def test_commands(self):
        self.check("`slipflow bench` `slipflow bunch`", "no command slipflow bunch")
        self.check("`--parity` `--party`", "no option --party of --party")
        self.check("```\nslipflow run a --oputput b\n```\n", "no option --oputput of slipflow")
        self.check("`slipflow_studies spmv` `slipflow_studies spam`", "no study spam")
        self.check("`slipflow_studies piso --repeats 3` `slipflow_studies piso --repeat 3`",
                   "no option --repeat of slipflow_studies")
        self.check("`script/mutants --check` `script/mutants --chick`",
                   "no option --chick of script/mutants")

    def test_names(self):
        self.check("`sf_velocity` `sf_velociraptor`", "no name sf_velociraptor in the sources")
        self.check("`SF_INLINE` `SF_ONLINE`", "no name SF_ONLINE in the sources")
        self.check("`run_time_loop` `run_time_hoop`", "no name run_time_hoop in the sources")
        self.check("`BatchPlan` `PatchPlan`", "no name PatchPlan in the sources")
        self.check("`Gas::factors` `Gas::tractors`", "no name tractors in the sources")

    def test_messages(self):
        text = "### `time.step = ... is above that limit`\n### `time.step = ... is below that limit`\n"
        self.assertEqual([one.split(": ")[1] for one in wrong_messages(text)], ["no such message"])

    def test_links(self):
        links = "[a](parity.md#what-is-compared) [b](numeric.md) [c](parity.md#9-halls)"
        self.assertEqual(list(wrong_links(links, ROOT / "docs")), [
            "(numeric.md): no such file", "(parity.md#9-halls): no such heading"])


if __name__ == "__main__":
    unittest.main()
