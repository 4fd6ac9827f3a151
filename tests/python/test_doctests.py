"""The examples in the docstrings of the package."""
import doctest
import importlib
import pkgutil

import slipflow


def load_tests(loader, tests, pattern):
    names = ["slipflow", *(f"slipflow.{module.name}" for module in pkgutil.iter_modules(slipflow.__path__))]
    for name in names:
        tests.addTests(doctest.DocTestSuite(importlib.import_module(name)))
    return tests
