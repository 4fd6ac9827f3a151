"""Tests of `cmake --install`: documents whose links lead to installed files. Run by ctest; arguments: cmake and the build
folder."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path


def dead_links(page):
    text = re.sub(r"(?ms)^```.*?^```", "", page.read_text())
    for link in re.findall(r"\]\(([^)\s#]+)", text):
        if not re.match(r"[a-z]+:", link) and not (page.parent / link).exists():
            yield link


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.prefix = Path(folder.name) / "usr"
        cls.complaints = ""
        for prefix in (cls.prefix, "usr"):   # the second, a relative one, replaces the files of the first
            done = subprocess.run([sys.argv[1], "--install", Path(sys.argv[2]).absolute(), "--prefix", prefix,
                                   "--component", "program"], cwd=folder.name, capture_output=True, text=True)
            cls.complaints += done.stderr
        cls.documents = cls.prefix / "share/doc/slipflow"

    def test_without_errors_and_warnings(self):
        self.assertEqual(self.complaints, "")

    def test_links_lead_somewhere(self):
        pages = list(self.documents.rglob("*.md"))
        self.assertGreater(len(pages), 30)
        for page in pages:
            with self.subTest(page.relative_to(self.documents)):
                self.assertEqual(list(dead_links(page)), [])

    def test_links_to_cases_stay_and_other_sources_become_text(self):
        readme = (self.documents / "README.md").read_text()
        self.assertIn("[changes](changelog.gz)", readme)
        self.assertIn(", contributing,", readme)
        self.assertIn("](../configs/quickstart.cfg)", (self.documents / "docs/gallery.md").read_text())

    def test_files_of_a_user_of_the_program(self):
        for name in ("bin/slipflow", "share/man/man1/slipflow.1.gz", "share/bash-completion/completions/slipflow",
                     "share/slipflow/configs/quickstart.cfg", "share/doc/slipflow/copyright"):
            self.assertTrue((self.prefix / name).is_file(), name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
