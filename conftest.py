"""Makes every chapter of the book a test: see tests/chapters/plugin.py."""

from importlib.util import find_spec

import pytest

pytest_plugins = ["tests.chapters.plugin"]

NEEDED = {"open_spiel.py": "pyspiel", "gambit.py": "pygambit"}
"""What a module's doctests import, which is not installed unless make peers was run."""


def pytest_collection_modifyitems(items):
    for item in items:
        needed = NEEDED.get(item.path.name)
        if isinstance(item, pytest.DoctestItem) and needed:
            item.add_marker(
                pytest.mark.skipif(
                    not find_spec(needed),
                    reason=f"needs {needed}: make peers installs it",
                )
            )
