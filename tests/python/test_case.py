"""slipflow.Case: changes leave the rest of a file alone, and mean what the program reads."""
import re
import unittest

import slipflow
from support import CONFIGS, ROOT, new_folder

TEXT = """\
title = A channel     # above all sections
[gas]
knudsen=0.05# without blanks

[body]   # two of them
rectangle = 1 0 2 0.5   # the first
circle = 3 1 0.25
rectangle = 4 0 5 0.5
# the end of the bodies

[mesh]
cells = 40 20
"""


class Texts(unittest.TestCase):
    def setUp(self):
        self.case = slipflow.Case.from_text(TEXT)

    def lines(self):
        return self.case.text.split("\n")

    def test_every_example_is_kept_as_it_is(self):
        for file in CONFIGS.rglob("*.cfg"):
            self.assertEqual(slipflow.Case(file).text, file.read_text())

    def test_keys(self):
        self.assertEqual(list(self.case), ["title", "gas.knudsen", "body.rectangle", "body.circle", "mesh.cells"])
        self.assertEqual((self.case["title"], self.case["gas.knudsen"]), ("A channel", "0.05"))
        self.assertEqual(self.case.numbers("mesh.cells"), [40, 20])
        self.assertEqual(self.case.get("gas.mach"), None)
        self.assertIn("body.circle", self.case)
        for key in ("gas.mach", "body.rectangle"):
            with self.assertRaises(KeyError):
                self.case[key]

    def test_a_changed_value_keeps_its_line(self):
        self.case["gas.knudsen"] = 0.1
        self.case["title"] = "Another"
        self.case["mesh.cells"] = (80, 40)
        changed = TEXT.replace("=0.05#", "= 0.1#").replace("A channel ", "Another ")
        self.assertEqual(self.case.text, changed.replace("40 20", "80 40"))

    def test_new_keys_go_to_their_sections(self):
        self.case["gas.mach"] = 2
        self.case.add("body.rectangle", "6 0 7 0.5")
        self.case["body.mask"] = "a.png"
        self.case["method"] = "simple_ts"
        lines = self.lines()
        self.assertEqual(lines[0], "method = simple_ts")
        self.assertEqual(lines[lines.index("knudsen=0.05# without blanks") + 1], "mach = 2")
        after = lines.index("rectangle = 4 0 5 0.5") + 1
        self.assertEqual(lines[after : after + 2], ["rectangle = 6 0 7 0.5", "mask = a.png"])
        self.assertEqual(slipflow.Case.from_text(self.case.text)["body.mask"], "a.png")

    def test_repeated_keys(self):
        self.case.set_all("body.rectangle", ["1 0 2 0.25"])
        self.assertIn("rectangle = 1 0 2 0.25   # the first", self.lines())
        self.assertEqual(self.case.all("body.rectangle"), ["1 0 2 0.25"])
        del self.case["body.rectangle"]
        self.assertNotIn("body.rectangle", self.case)
        with self.assertRaises(KeyError):
            del self.case["body.rectangle"]

    def test_values(self):
        for value, text in ((True, "on"), (1e-9, "1e-09"), (3.0, "3"), (1 / 3, "0.3333333333333333"), ("a b ", "a b")):
            self.case["gas.knudsen"] = value
            self.assertEqual(self.case["gas.knudsen"], text)
        for wrong in ("a # b", "a\nb"):
            with self.assertRaises(slipflow.Error):
                self.case["gas.knudsen"] = wrong
        with self.assertRaises(slipflow.Error):
            self.case["gas.two words"] = 1

    def test_numbers_with_units_are_in_si_units(self):
        case = slipflow.Case(CONFIGS / "units_microchannel.cfg")
        self.assertEqual((case.number("units.length"), case.numbers("mesh.x")), (5e-6, [0, 25e-6]))
        self.assertEqual((case.number("time.end"), case.number("time.courant")), (1e-7, 0.9))
        self.assertEqual(case.numbers("output.probe"), [12.5e-6, 2.5e-6])
        with self.assertRaises(ValueError):
            case.number("mesh.x")
        for text, value in (("1 W/cm^2", 1e4), ("36 km/h", 10), ("2 mbar", 200), ("9.81 m/s2", 9.81), ("2 min", 120),
                            ("20\u00b5m", 20e-6), ("1.85e-5 Pa*s", 1.85e-5), ("5 1/us", 5e6)):
            with self.subTest(text):
                case["time.end"] = text
                self.assertAlmostEqual(case.number("time.end") / value, 1, 14)
        for text in ("5 um m", "5 x", "5 m/", "m", "5 kmin", "5 m^", "5 m^22", "1e400 s", "1e400", "\u0665 s",
                     "5 " + "s/s*" * 8 + "s", "5 Gm^9*Gm^9*Gm^9*Gm^9*Gm^9"):
            with self.subTest(text), self.assertRaises(ValueError):
                case["time.end"] = text
                case.number("time.end")

    def test_a_number_after_the_unit_is_refused(self):
        for text in ("1 um 20 um", "1um 20um", "0 1 um 20"):
            with self.subTest(text), self.assertRaisesRegex(ValueError, "one unit follows all numbers"):
                self.case["mesh.x"] = text
                self.case.numbers("mesh.x")

    def test_every_unit_that_the_tables_of_keys_name_is_known(self):
        units = re.findall(r"with its unit, one of ([^|]*) \|", (ROOT / "docs/keys.md").read_text())
        self.assertGreater(len(units), 5)
        for unit in {one for listed in units for one in listed.split(", ")}:
            with self.subTest(unit):
                self.case["gas.knudsen"] = f"2 {unit}"
                self.case.number("gas.knudsen")

    def test_a_copy_is_independent(self):
        copy = self.case.copy()
        copy["gas.knudsen"] = 1
        self.assertEqual(self.case["gas.knudsen"], "0.05")

    def test_nothing_is_overwritten_unasked(self):
        file = new_folder() / "case.cfg"
        self.case.write(file)
        with self.assertRaises(slipflow.Error) as raised:
            self.case.write(file)
        self.assertEqual(raised.exception.status, slipflow.ExitStatus.OUTPUT_FAILED)
        self.case.write(file, overwrite=True)
        self.assertEqual(slipflow.Case(file).text, TEXT)

    def test_files_that_cannot_be_read(self):
        large = new_folder() / "large.cfg"
        large.write_bytes(b"#" * (1 << 20) + b"\n")
        for file in ("nowhere.cfg", CONFIGS, large):
            with self.assertRaises(slipflow.Error):
                slipflow.Case(file)


class Checks(unittest.TestCase):
    def test_changes_reach_the_program(self):
        case = slipflow.Case(CONFIGS / "measurements.cfg")
        case["gas.knudsen"] = 0.2
        case.set_all("output.probe", ["3 4", "9 4 name=far"])
        del case["output.balance"]
        check = case.check()
        self.assertEqual(check.case["gas.knudsen"], "0.2")
        self.assertEqual(check.case["output.balance"], "off")
        self.assertEqual(check.case.all("output.probe"), ["3 4", "9 4 name=far"])
        self.assertIn("slip regime", check.warnings[0])
        self.assertTrue(any(line.startswith("cells ") for line in check.lines))
        file = new_folder() / "written.cfg"
        case.write(file)
        self.assertEqual(slipflow.Case(file).check().case.text, check.case.text)

    def test_derived_numbers(self):
        case = slipflow.Case(CONFIGS / "measurements.cfg")
        case["mesh.cells"] = (30, 12)
        derived = case.check().derived
        self.assertEqual(derived["cells"], [30, 12, 360])
        width, height = (b - a for a, b in (case.numbers("mesh.x"), case.numbers("mesh.y")))
        expected = [case.number("gas.knudsen") * n / size for n, size in ((30, width), (12, height))]
        for computed, one in zip(derived["cells per mean free path"], expected, strict=True):
            self.assertAlmostEqual(computed / one, 1, 3)
        self.assertEqual(len(derived["factors"]), 5)

    def test_a_refused_case_names_file_and_line(self):
        file = new_folder() / "wrong.cfg"
        file.write_text("[gas]\nknudsen = -1\n")
        with self.assertRaises(slipflow.Error) as raised:
            slipflow.Case(file).check()
        self.assertEqual(raised.exception.status, slipflow.ExitStatus.BAD_INPUT)
        self.assertIn("wrong.cfg:2", str(raised.exception))

    def test_messages_about_a_text_name_its_line(self):
        with self.assertRaisesRegex(slipflow.Error, "^<text>:2: gas.knudsen"):
            slipflow.Case.from_text("[gas]\nknudsen = -1\n").check()

    def test_a_text_names_files_of_its_folder(self):
        text = (CONFIGS / "walls_moving.cfg").read_text()
        folder = new_folder()
        (folder / "walls_moving.csv").write_text((CONFIGS / "walls_moving.csv").read_text())
        self.assertEqual(slipflow.Case.from_text(text, folder).check().warnings, [])
        self.assertEqual([file.name for file in folder.iterdir()], ["walls_moving.csv"])
        with self.assertRaises(slipflow.Error):
            slipflow.Case.from_text(text).check()


if __name__ == "__main__":
    unittest.main()
