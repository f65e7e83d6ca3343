"""A real, headless Chromium for tests: the system's, or else playwright's own download."""

import contextlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NAMES = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MISSING = "no Chromium: install your system's, or run .venv/bin/playwright install chromium"


def launch(playwright):
    """A running browser; where none is to be had, skip the test and say what to install."""
    systems = [path for path in map(shutil.which, NAMES) if path]
    downloaded = playwright.chromium.executable_path
    if not systems and not Path(downloaded).is_file():
        download = [sys.executable, "-m", "playwright", "install", "chromium"]
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(
                download, capture_output=True, timeout=300, check=False
            )
        if not Path(downloaded).is_file():
            pytest.skip(MISSING)
    return playwright.chromium.launch(
        executable_path=(systems or [downloaded])[0], args=FLAGS
    )
