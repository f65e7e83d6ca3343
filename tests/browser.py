"""A real, headless Chromium for tests: the system's, or the one that playwright downloaded."""

import shutil
from pathlib import Path

import pytest

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launch(playwright):
    """A running browser; skips the test, saying what to install, where there is none."""
    found = [shutil.which(name) for name in NAMES] + [
        playwright.chromium.executable_path
    ]
    usable = [path for path in found if path and Path(path).is_file()]
    if not usable:
        pytest.skip(
            "no Chromium: install your system's chromium, or run .venv/bin/playwright install chromium"
        )
    return playwright.chromium.launch(executable_path=usable[0], args=FLAGS)
