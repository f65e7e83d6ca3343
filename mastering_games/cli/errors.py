"""What the command tells in a line, instead of a traceback."""

import traceback

own_files = set()
"""The files of the user's own that were run: errors in them are the user's."""


class CommandError(Exception):
    """What is wrong with what was asked for, and what to do about it."""


def own_frame(error):
    """Where in a file of the user's own an error arose; None if not there."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename in own_files:
            return frame
    return None
