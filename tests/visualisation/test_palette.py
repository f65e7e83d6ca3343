"""The palette: can it be read, in light and in dark?"""

import pytest

from mastering_games.visualisation.palette import DARK, LIGHT


def luminance(shade):
    channels = [int(shade[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


PAGES = {"light": "#ffffff", "dark": "#121212"}


@pytest.mark.parametrize(
    ("palette", "page"), [(LIGHT, PAGES["light"]), (DARK, PAGES["dark"])]
)
def test_the_palette_can_be_read(palette, page):
    """WCAG 2.2: 4.5 to 1 for text, 3 to 1 for lines that carry meaning."""
    tints = [palette[f"tint-{number}"] for number in range(4)]
    grounds = [*tints, palette["end"], palette["cell"]]
    for ground in [*grounds, page]:
        assert contrast(palette["ink"], ground) >= 4.5
        assert contrast(palette["muted"], ground) >= 4.5
    for number in range(4):
        player = palette[f"player-{number}"]
        for ground in (
            palette[f"tint-{number}"],
            palette["cell"],
            palette["mark"],
        ):
            assert contrast(player, ground) >= 4.5
        assert contrast(player, page) >= 3
    assert contrast(palette["quiet"], page) >= 3
    assert contrast(palette["muted"], page) >= 3


def test_no_two_roles_share_a_shade():
    assert len(set(LIGHT.values())) == len(LIGHT)
    assert LIGHT.keys() == DARK.keys()
