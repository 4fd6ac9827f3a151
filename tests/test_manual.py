"""The manual as a web site: mkdocs builds it without a warning, its links lead somewhere, and no page asks for anything
from outside. Run by ctest; argument: a folder for the site."""
import json
import re
import shutil
import subprocess
import sys
import unittest
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build/manual"
NOT_LOADED = {"canonical", "next", "prev"}   # <link>s that say something about the page
# Addresses in scripts of mkdocs-material and KaTeX: names and advice, and what is loaded only for diagrams by Mermaid and
# for the facts of a repository, which no page has (test_nothing_that_scripts_would_load).
NOT_REQUESTED = re.compile(
    r"https?://(?:a|www\.w3\.org/[\w/]+|bit\.ly/\w+|lunrjs\.com|katex\.org\S*|fb\.me/\S+"
    r"|unpkg\.com/mermaid@[\w./]+|api\.github\.com/(?:repos|users)/|\$\{e\}/api/v4/projects/)(?![\w.])")


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.loaded, self.links, self.anchors, self.classes = [], [], set(), set()
        self.feed(text)

    def handle_starttag(self, tag, pairs):
        names = dict(pairs)
        self.anchors |= {names[name] for name in ("id", "name") if names.get(name)}
        self.classes |= set((names.get("class") or "").split())
        self.classes.add(names.get("data-md-component"))
        if tag in ("a", "area"):
            self.links.append(names.get("href") or "")
        elif tag == "link" and not set((names.get("rel") or "").split()) & NOT_LOADED:
            self.loaded.append(names.get("href") or "")
        else:
            self.loaded += [names[name] for name in ("src", "data", "poster", "action") if names.get(name)]
            self.loaded += re.split(r"\s[^,]*,\s*", names.get("srcset") or "")


def requested(name, text):
    """Addresses that a browser would load for a file of the site."""
    if name.endswith(".html"):
        return Page(text).loaded + requested_by_style(text)
    if name.endswith(".css"):
        return requested_by_style(text)
    text = NOT_REQUESTED.sub("", re.sub(r"/\*!.*?\*/", "", text, flags=re.S))   # without licences
    return re.findall(r"https?://[^\s\"'`\\]+", text)


def requested_by_style(text):
    return re.findall(r"(?:url\(|@import\s+)[\"']?([^\"')\s]+)", text)


def outside(name, text):
    return [one for one in requested(name, text) if re.match(r"(?:https?:)?//", one)]


@cache
def texts():
    return {path.relative_to(SITE).as_posix(): path.read_text() for path in sorted(SITE.rglob("*"))
            if path.suffix in (".html", ".css", ".js")}


@cache
def pages():
    return {name: Page(text) for name, text in texts().items() if name.endswith(".html") and name != "404.html"}


def wrong_links(name, page):
    for link in page.links + page.loaded:
        path, _, anchor = unquote(link).partition("#")
        if re.match(r"[a-z]+:|//", link):
            continue
        at = (SITE / name).parent / path if path else SITE / name
        if not at.is_file():
            yield f"{link}: no such file"
        elif anchor and at.suffix == ".html":
            if anchor not in pages()[at.resolve().relative_to(SITE).as_posix()].anchors:
                yield f"{link}: no such heading"


@unittest.skipUnless(shutil.which("mkdocs"), "mkdocs is not installed")
class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        done = subprocess.run(["mkdocs", "build", "--strict", "--site-dir", SITE], cwd=ROOT, capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(done.stderr)

    def test_nothing_from_outside(self):
        self.assertGreater(len(texts()), 70)
        for name, text in texts().items():
            with self.subTest(name):
                self.assertEqual(outside(name, text), [])

    def test_nothing_that_scripts_would_load(self):
        for name, page in pages().items():
            self.assertEqual(page.classes & {"mermaid", "source"}, set(), name)

    def test_links_lead_somewhere(self):
        for name, page in pages().items():
            with self.subTest(name):
                self.assertEqual(list(wrong_links(name, page)), [])

    def test_formulas_are_formulas(self):
        self.assertIn("arithmatex", pages()["methods/simple-ts.html"].classes)
        for name, text in texts().items():
            if name in pages() and not name.startswith("repository/"):
                prose = re.sub(r"(?s)<(pre|code|script)\b.*?</\1>|<(?:span|div) class=\"arithmatex\">.*?</", "", text)
                self.assertEqual(re.findall(r".{0,30}\$.{0,30}", prose), [], name)

    def test_lists_are_lists(self):
        for name, text in texts().items():
            if name in pages():
                self.assertEqual(re.findall(r"<p>[^<]*\n(?:- |1\. ).*", text), [], name)

    def test_keys_have_a_heading_for_each_section(self):
        self.assertLessEqual({"gas", "mesh", "boundary", "flow", "equation"}, pages()["keys.html"].anchors)

    def test_the_search_finds_the_guide_and_the_keys(self):
        index = json.loads((SITE / "search/search_index.json").read_text())
        found = {one["location"].split("#")[0] for one in index["docs"] if "gas.knudsen" in one["text"]}
        self.assertLessEqual({"keys.html", "user-guide/the-case-file.html"}, found)

    def test_the_search_ranks_tutorials_first(self):
        index = json.loads((SITE / "search/search_index.json").read_text())
        boosts = {one["location"].split("#")[0]: one.get("boost", 1) for one in index["docs"]}
        raised = {name for name, boost in boosts.items() if boost > 1}
        self.assertIn("tutorials/nozzle.html", raised)
        self.assertEqual(raised, {name for name in boosts if name.startswith(("tutorials/", "first-flow"))})
        workers = [text for name, text in texts().items() if "workers/search" in name]
        self.assertEqual([("boost:s.boost" in text) for text in workers], [True])


class Faults(unittest.TestCase):
    """What a browser would load is noticed, and the harmless next to it is not."""

    def check(self, name, text, expected):
        self.assertEqual(outside(name, text), expected)

    def test_pages(self):
        self.check("a.html", '<a href="https://a.b/">x</a><img src="https://c.d/e.png"><img src="e.png">', ["https://c.d/e.png"])
        self.check("a.html", '<link rel="canonical" href="https://a.b"><link rel="stylesheet" href="//c.d/e">', ["//c.d/e"])
        self.check("a.html", "<style>a{background:url(https://c.d/e)}</style>", ["https://c.d/e"])

    def test_styles(self):
        self.check("a.css", '/* https://a.b */ @import "https://c.d"; b{background:url("fonts/e")}', ["https://c.d"])

    def test_scripts(self):
        self.check("a.js", 'x="http://www.w3.org/2000/svg"; fetch("https://c.d/e")', ["https://c.d/e"])
        self.check("a.js", 'x="https://unpkg.com/mermaid@8.13.3/dist/mermaid.min.js"', [])
        self.check("a.js", 'x="https://api.github.com.c.d/e"', ["https://api.github.com.c.d/e"])


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        SITE = Path(sys.argv.pop(1)).resolve()
    unittest.main()
