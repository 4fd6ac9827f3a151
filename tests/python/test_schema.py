"""docs/keys.schema.json: the cases of configs/ are valid, and cases that the program refuses for their keys are not."""
import json
import re
import unittest

import slipflow
from support import CONFIGS, ROOT

SCHEMA = json.loads((ROOT / "docs/keys.schema.json").read_text())


def is_type(value, name):
    kind = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float)}[name]
    return isinstance(value, kind)


def matches(value, schema):
    """Whether a value is valid, by the keywords that the schema has."""
    if "if" in schema:
        return matches(value, schema.get("then" if matches(value, schema["if"]) else "else", {}))
    checks = {
        "$ref": lambda to: matches(value, SCHEMA["$defs"][to.rsplit("/", 1)[-1]]),
        "type": lambda name: is_type(value, name),
        "enum": lambda allowed: value in allowed,
        "const": lambda one: value == one,
        "pattern": lambda pattern: not is_type(value, "string") or re.search(pattern, value),
        "minLength": lambda least: len(value) >= least,
        "minimum": lambda least: value >= least,
        "maximum": lambda most: value <= most,
        "exclusiveMinimum": lambda least: value > least,
        "exclusiveMaximum": lambda most: value < most,
        "minItems": lambda least: len(value) >= least,
        "maxItems": lambda most: len(value) <= most,
        "uniqueItems": lambda _: len(value) == len(set(value)),
        "items": lambda of: all(matches(one, of) for one in value),
        "properties": lambda of: all(matches(value[name], of[name]) for name in value.keys() & of.keys()),
        "required": lambda names: value.keys() >= set(names),
        "additionalProperties": lambda _: value.keys() <= schema["properties"].keys(),
        "anyOf": lambda some: any(matches(value, one) for one in some),
        "allOf": lambda every: all(matches(value, one) for one in every),
    }
    notes = {"$schema", "$defs", "title", "description", "x-unit", "x-default", "then", "else"}
    assert schema.keys() <= checks.keys() | notes, schema.keys() - checks.keys() - notes
    # A value of another type fails before its limits are compared.
    return all(checks[name](schema[name]) for name in sorted(schema.keys() & checks.keys(), key="type".__ne__))


def number_or_text(text):
    try:
        return int(text) if re.fullmatch(r"[-+]?\d+", text) else float(text)
    except ValueError:
        return text


def value_of(text, schema):
    """A value of a case file as one of JSON."""
    plain = schema.get("anyOf", [schema])[0]
    if plain.get("type") == "array":
        words = [] if text == "none" else [number_or_text(word) for word in text.split()]
        return text if "pattern" in schema.get("anyOf", [{}])[-1] and not is_type(words[-1], "number") else words
    return number_or_text(text) if plain.get("type") in ("number", "integer") else text


def object_of(case):
    """A case as an object, section by section."""
    of_method = SCHEMA["$defs"][case.get("method", "simple_ts")]["properties"]
    result = {}
    for key in case:
        section, _, name = key.rpartition(".")
        keys = of_method[section]["properties"] if section else of_method
        repeated = [value_of(text, keys[name].get("items", keys[name])) for text in case.all(key)]
        is_one = keys[name].get("type") != "array" or keys[name]["items"].get("type") != "string"
        into = result.setdefault(section, {}) if section else result
        into[name] = value_of(case[key], keys[name]) if is_one else repeated
    return result


class Schema(unittest.TestCase):
    def setUp(self):
        self.case = slipflow.Case(CONFIGS / "units_microchannel.cfg")

    def is_valid(self):
        return matches(object_of(self.case), SCHEMA)

    def test_every_example_is_valid(self):
        files = sorted(CONFIGS.rglob("*.cfg"))
        self.assertGreater(len(files), 40)
        for file in files:
            with self.subTest(file=file.name):
                self.assertTrue(matches(object_of(slipflow.Case(file)), SCHEMA))

    def test_numbers_with_units(self):
        for key, value in (("mesh.x", "0 25um"), ("mesh.x", "0 5"), ("time.end", "1e-7 s"), ("time.steady", "5 1/us"),
                           ("gas.gravity", "0 -9.81 m/s^2"), ("gas.knudsen", "0.05")):
            with self.subTest(key=key, value=value):
                self.case[key] = value
                self.assertTrue(self.is_valid())
        for key, value in (("mesh.x", "25 um"), ("mesh.cells", "50 10 m"), ("gas.gamma", "1.4 m"), ("time.end", "s"),
                           ("time.steady", "5 1/")):
            with self.subTest(key=key, value=value):
                before, self.case[key] = self.case.get(key), value
                self.assertFalse(self.is_valid())
                if before:
                    self.case[key] = before
                else:
                    del self.case[key]
        self.assertTrue(self.is_valid())

    def without_units(self):
        for key in [key for key in self.case if key.startswith("units.")]:
            del self.case[key]
        for key, value in (("mesh.x", "0 5"), ("mesh.y", "0 1"), ("time.end", 10), ("output.every_time", 5)):
            self.case[key] = value

    def test_without_units_no_number_has_one(self):
        self.without_units()
        self.case["gas.knudsen"] = 0.05
        self.assertTrue(self.is_valid())
        for key, value in (("mesh.x", "0 25 um"), ("time.end", "100ns"), ("time.steady", "5 1/us")):
            with self.subTest(key=key):
                before, self.case[key] = self.case.get(key, "0"), value
                self.assertFalse(self.is_valid())
                self.case[key] = before
                self.assertTrue(self.is_valid())

    def test_without_units_a_knudsen_number_is_required(self):
        self.assertNotIn("gas.knudsen", self.case)
        self.without_units()
        self.assertFalse(self.is_valid())
        self.case["gas.mach"] = 0.1
        self.assertFalse(self.is_valid())
        self.case["gas.knudsen"] = 0.05
        self.assertTrue(self.is_valid())


if __name__ == "__main__":
    unittest.main()
