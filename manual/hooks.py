"""What mkdocs does for the manual beyond its own: pages read on GitHub and in the site alike.

- Links of a page may lead out of docs/, as on GitHub: the files they name become pages in repository/.
- The user guide becomes a page for each of its sections.
- The tables of keys have a heading for each section of case files.
- Headings have the anchors of GitHub; formulas in $..$ and lists are read as there.
- KaTeX, which draws the formulas, is copied in: no page asks for anything from outside.
"""
import json
import posixpath
import re
import shutil
import tempfile
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
GUIDE = "docs/user-guide.md"
OUTSIDE = "repository"
KATEX = Path("/usr/share/javascript/katex")
LANGUAGES = {".cfg": "ini", ".csv": "text", ".py": "python", ".hpp": "cpp", ".cpp": "cpp", ".h": "c", ".cl": "c"}
POLYFILL = "https://unpkg.com/resize-observer-polyfill"   # Ubuntu's theme asks for it in browsers from before 2020
PICTURES = (".png", ".svg")
TUTORIALS = ("tutorials/", "first-flow")
TUTORIAL_BOOST = 1000    # as much as the theme gives a word in a title
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\]\()([^)\s]+)(\))")   # the text may have brackets


def slug(heading, separator="-"):
    """The anchor of a heading, as GitHub makes it."""
    heading = heading.lower().replace(" ", separator)
    return "".join(c for c in heading if c.isalnum() or c in "-_")


def plain(heading):
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")


def outside_code(text, change):
    """The text with the parts outside of code blocks changed."""
    parts = re.split(r"(^```.*?^```[^\n]*$)", text, flags=re.S | re.M)
    return "".join(part if part.startswith("```") else change(part) for part in parts)


class Site:
    """Where each file of the repository is in the site."""

    def __init__(self):
        self.generated = Path(tempfile.mkdtemp(prefix="slipflow-manual-"))
        self.page_of = {}       # path in the repository -> source path of its page or file in the site
        self.guide = []         # source path of a part of the user guide, its title, its text
        self.part_of = {}       # anchor in the user guide -> source path of its part

    def split_guide(self):
        head, *sections = re.split(r"^## (?=\S)", (ROOT / GUIDE).read_text(), flags=re.M)
        sections = [head.split("\n", 1)] + [section.split("\n", 1) for section in sections]
        for number, (title, text) in enumerate(sections):
            title = plain(title.removeprefix("# ")).strip()
            text = re.sub(r"^###", "##", text, flags=re.M)
            name = "user-guide.md" if number == 0 else f"user-guide/{slug(title)}.md"
            self.guide.append((name, title, f"# {title}\n{text}"))
            self.part_of[slug(title)] = name
            for heading in re.findall(r"^##+ (.*)", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M), re.M):
                self.part_of[slug(plain(heading))] = name

    def source_of(self, page):
        """The path in the repository that a page was made from."""
        if page == "user-guide.md" or page.startswith("user-guide/"):
            return GUIDE
        return next((path for path, name in self.page_of.items() if name == page), f"docs/{page}")

    def link(self, page, link):
        """A link of a page as the site needs it: relative to its page there."""
        name, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link):
            return link
        source = self.source_of(page)
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), name)) if name else source
        if path == GUIDE:
            target = self.part_of.get(anchor, "user-guide.md")
        elif path in self.page_of:
            target = self.page_of[path]
        elif path.startswith("docs/"):
            target = path.removeprefix("docs/")
        else:
            raise PluginError(f"{source} has the link {link}, which is not in the manual")
        first = target.removeprefix("user-guide/").removesuffix(".md")
        if not name and target == page:
            return link
        if anchor == first and path == GUIDE:
            anchor = ""
        return posixpath.relpath(target, posixpath.dirname(page) or ".") + (f"#{anchor}" if anchor else "")

    def add(self, path):
        """A page, or a file, for one outside docs/."""
        at = ROOT / path
        if at.suffix in PICTURES:
            name, content = f"{OUTSIDE}/{path}", at.read_bytes()
        elif at.suffix == ".md":
            name, content = f"{OUTSIDE}/{path}", at.read_bytes()
        else:
            name = f"{OUTSIDE}/{path}.md"
            if at.is_dir():
                files = sorted(one.relative_to(at).as_posix() for one in at.rglob("*") if one.is_file())
                text, language = "\n".join(files), "text"
            else:
                text, language = at.read_text(), LANGUAGES.get(at.suffix, "text")
            content = f"# {path}\n\n````{language}\n{text.rstrip()}\n````\n".encode()
        self.page_of[path] = name
        return self.write(name, content)

    def write(self, name, content):
        to = self.generated / name
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(content)
        return name


def links_outside(path):
    """Paths in the repository, outside docs/, that a document links."""
    text = re.sub(r"^```.*?^```", "", (ROOT / path).read_text(), flags=re.S | re.M)
    for _, link, _ in LINK.findall(text):
        name = link.partition("#")[0]
        if name and not re.match(r"[a-z]+:", link):
            to = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
            if not to.startswith("docs/") and (ROOT / to).exists():
                yield to


def as_github(text):
    """Blank lines where GitHub needs none: before a list, around a formula on lines of its own."""
    text = re.sub(r"^(?=\$\$)(\$\$.*?\$\$)[ ]*$", r"\n\1\n", text, flags=re.S | re.M)
    lines = text.split("\n")
    result = []
    for line in lines:
        item = re.match(r"[-*] |1\. ", line)
        before = result[-1] if result else ""
        if item and before and not re.match(r"\s|[-*] |\d+\. ", before) and not in_list(result):
            result.append("")
        result.append(line)
    return "\n".join(result)


def by_section(text):
    """A table of keys as one for each section of case files, so that the contents of the page list them."""
    result, header, section = [], [], ""
    for line in text.split("\n"):
        key = re.match(r"\| `([a-z]+)\.[a-z_]+`", line)
        if line.startswith("| Key |"):
            header, section = [line, re.sub(r"[^|]+", "---", line)], ""
        if key and key[1] != section:
            section = key[1]
            result += ["", f"### [{section}]", "", *header]
        result.append(line)
    return "\n".join(result)


def in_list(lines):
    for line in reversed(lines):
        if not line.strip():
            return False
        if re.match(r"[-*] |\d+\. ", line):
            return True
    return False


site = None


def complete(nav):
    """The navigation with the parts of the user guide, and with pages of docs/ that it does not name."""
    groups = {name: pages for group in nav for name, pages in group.items() if isinstance(pages, list)}
    named = {page for group in nav for page in group.values() if isinstance(page, str)}
    named |= {page for pages in groups.values() for one in pages for page in one.values()}
    more = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")} - named
    groups["Reference"] += sorted(page for page in more if not page.startswith("tutorials/"))
    groups["Tutorials"] += sorted(page for page in more if page.startswith("tutorials/"))
    groups["User guide"][:] = [{title: page} for page, title, _ in site.guide]


def on_config(config):
    global site
    site = Site()
    site.split_guide()
    config["mdx_configs"].setdefault("toc", {})["slugify"] = slug
    complete(config["nav"])
    return config


def on_files(files, config):
    def append(name):
        files.append(File(name, str(site.generated), config["site_dir"], config["use_directory_urls"]))

    for one in list(files):
        if one.src_path == "user-guide.md":
            files.remove(one)
    for name, _, text in site.guide:
        append(site.write(name, text.encode()))
    waiting = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*.md"))]
    while waiting:
        for path in links_outside(waiting.pop()):
            if path not in site.page_of:
                append(site.add(path))
                if path.endswith(".md"):
                    waiting.append(path)
    for name in ("style.css", "formulas.js"):
        site.write(f"assets/{name}", (Path(__file__).parent / name).read_bytes())
        append(f"assets/{name}")
    return files


def on_page_markdown(markdown, page, config, files):
    if page.file.src_path == "keys.md":
        markdown = by_section(markdown)

    def change(text):
        text = LINK.sub(lambda m: m[1] + site.link(page.file.src_path, m[2]) + m[3], text)
        return as_github(text)

    return outside_code(markdown, change)


def on_page_content(html, page, config, files):
    return f'<div class="keys">{html}</div>' if page.file.src_path == "keys.md" else html


def raise_tutorials(index):
    """Who searches the manual finds worked examples before the reference."""
    content = json.loads(index.read_text())
    for one in content["docs"]:
        if one["location"].startswith(TUTORIALS):
            one["boost"] = TUTORIAL_BOOST
    index.write_text(json.dumps(content))


def on_post_build(config):
    """KaTeX, with the one kind of font that every browser takes; without the search in other languages, a list of
    pages that needs the site's address, and a script from outside."""
    scripts = Path(config["site_dir"]) / "assets/javascripts"
    for unused in [*Path(config["site_dir"]).glob("sitemap.*"), *scripts.glob("**/*.map"), *(scripts / "lunr").rglob("*.js")]:
        unused.unlink()
    for script in scripts.glob("workers/search.*.js"):   # Debian's theme does not yet read the boost of a page
        script.write_text(script.read_text().replace("this.add(s)", "this.add(s,{boost:s.boost||1})"))
    raise_tutorials(Path(config["site_dir"]) / "search/search_index.json")
    for script in scripts.glob("bundle.*.js"):
        script.write_text(script.read_text().replace(POLYFILL, "data:text/javascript,"))
    if not (KATEX / "katex.min.js").is_file():
        raise PluginError(f"{KATEX} has no KaTeX: apt-get install libjs-katex")
    to = Path(config["site_dir"]) / "assets/katex"
    (to / "fonts").mkdir(parents=True, exist_ok=True)
    shutil.copy(KATEX / "katex.min.js", to)
    style = (KATEX / "katex.min.css").read_text()
    style = re.sub(r",url\([^)]*\.(?:woff|ttf)\) format\([^)]*\)", "", style)
    (to / "katex.min.css").write_text(style)
    for font in re.findall(r"url\((fonts/[^)]*)\)", style):
        shutil.copy(KATEX / font, to / font)
    shutil.rmtree(site.generated)
