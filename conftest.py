"""Makes every chapter of the book a test: see tests/chapters/plugin.py."""

pytest_plugins = ["tests.chapters.plugin"]
