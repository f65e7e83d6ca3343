"""``python -m mastering_games`` is the command ``mastering-games``."""

import sys

from mastering_games.cli import main

if __name__ == "__main__":
    sys.exit(main())
