"""The built book in a real browser: it asks nobody for anything, and everybody can read it."""

import functools
import http.server
import threading

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from tests.browser import launch
from tools.build import build
from tools.chapters import chapter_paths

CHAPTERS = [path.stem for path in chapter_paths()]
PAGES = [*CHAPTERS, "genindex", "prf-prf", "search"]
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The book, built from nothing; its folder."""
    folder = tmp_path_factory.mktemp("book")
    assert build(folder), "the book does not build: see the output above"
    return folder / "_build" / "html"


@pytest.fixture(scope="module")
def address(site):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Quiet, directory=site)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


class Visit:
    """A page, opened with every request to another machine refused and recorded."""

    def __init__(
        self, browser, address, name, query="", viewport=None, mode="light"
    ):
        self.refused, self.complaints = [], []
        self.context = browser.new_context(
            viewport=viewport or WIDE, color_scheme=mode
        )
        self.page = self.context.new_page()
        self.page.on(
            "console",
            lambda message: self._note(message.type == "error", message.text),
        )
        self.page.on("pageerror", lambda error: self._note(True, error))
        self.page.on(
            "response",
            lambda answer: self._note(answer.status >= 400, answer.url),
        )
        self.context.route(
            lambda url: not url.startswith(address), self._refuse
        )
        self.page.goto(
            f"{address}/{name}.html{query}", wait_until="networkidle"
        )
        if self.page.locator("script[src*=mathjax]").count():
            self.page.wait_for_function(
                "MathJax.startup.promise.then(() => true)"
            )

    def _note(self, is_complaint, text):
        if is_complaint:
            self.complaints.append(str(text))

    def _refuse(self, route):
        self.refused.append(route.request.url)
        route.abort()


def open_folds(page):
    """Open every fold of the page, and wait until it has faded in."""
    page.evaluate(
        """() => { document.querySelectorAll("article details").forEach(fold => fold.open = true);
        return Promise.all(document.getAnimations().map(animation => animation.finished)) }"""
    )


@pytest.fixture
def visit(browser, address):
    visits = []

    def open_page(name, **options):
        visits.append(Visit(browser, address, name, **options))
        return visits[-1]

    yield open_page
    for opened in visits:
        opened.context.close()


def test_every_page_is_tested(site):
    assert {path.stem for path in site.glob("*.html")} == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_asks_nobody_and_complains_of_nothing(visit, name):
    opened = visit(name)
    assert opened.refused == []
    assert opened.complaints == []


def test_no_page_names_an_address_to_load_from(site):
    """Not even one that is loaded only on a click: all scripts, styles and images are the book's own."""
    for path in site.glob("*.html"):
        html = path.read_text(encoding="utf-8")
        for mark in 'src="http', "src='http", "unpkg", "cdn.", "googleapis":
            assert mark not in html, f"{mark} in {path.name}"


@pytest.mark.parametrize("name", CHAPTERS)
def test_formulas_are_set(visit, name):
    page = visit(name).page
    prose = page.evaluate(
        """() => { const copy = document.querySelector("article").cloneNode(true);
        copy.querySelectorAll("pre, code, script, style, mjx-container").forEach(e => e.remove());
        return copy.textContent }"""
    )
    assert r"\(" not in prose
    assert r"\[" not in prose
    assert "$" not in prose
    assert page.locator("mjx-merror").count() == 0
    assert (
        page.locator("article .math").count()
        == page.locator("article .math mjx-container").count()
    )


def test_the_algorithm_is_set_with_its_macros(visit):
    box = visit("backward_induction").page.locator(
        ".proof.algorithm mjx-container"
    )
    assert box.count() == 1
    assert box.bounding_box()["height"] > 200


@pytest.mark.parametrize(
    ("viewport", "mode"),
    [(WIDE, "light"), (NARROW, "dark")],
    ids=["wide and light", "narrow and dark"],
)
@pytest.mark.parametrize("name", CHAPTERS)
def test_a_page_is_accessible(visit, name, viewport, mode):
    page = visit(name, viewport=viewport, mode=mode).page
    assert page.evaluate("document.documentElement.dataset.theme") == mode
    open_folds(page)
    result = Axe().run(page, context={"include": [["article"]]})
    found = [
        f"{violation['id']}: {violation['nodes'][0]['html'][:200]}"
        for violation in result.response["violations"]
        if violation["impact"] in ("serious", "critical")
    ]
    assert found == []


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_phone_scrolls_a_picture_not_the_page(visit, name):
    page = visit(name, viewport=NARROW).page
    assert (
        page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    )
    open_folds(page)
    frames = page.locator(".mg-frame")
    for frame in frames.all():
        picture = frame.locator("> svg")
        natural = float(picture.get_attribute("width"))
        assert picture.bounding_box()["width"] == pytest.approx(
            natural, abs=1
        ), "never squeezed"
        assert frame.bounding_box()["width"] <= NARROW["width"]
        frame.focus()
        assert frame.evaluate("element => element === document.activeElement")


@pytest.mark.parametrize(
    "name", ["backward_induction", "backward_induction_exercises"]
)
def test_a_wide_picture_is_first_seen_at_its_root(visit, name):
    """On a phone, the frame is scrolled so that the root, not a far leaf, is what a reader sees first."""
    page = visit(name, viewport=NARROW).page
    open_folds(page)
    page.wait_for_timeout(
        100
    )  # a fold tells the page that it was opened a moment later
    for frame in page.locator(".mg-frame:has(svg.mg-tree)").all():
        left, width, root = frame.evaluate(
            """frame => { const box = frame.getBoundingClientRect();
            const root = frame.querySelector("svg.mg-tree > g").getBoundingClientRect();
            return [box.left, box.width, (root.left + root.right) / 2] }"""
        )
        assert left <= root <= left + width


def test_the_first_screen_shows_a_solved_tictactoe_picture(visit):
    page = visit("index").page
    box = page.locator("svg.mg-tree").bounding_box()
    assert box["y"] + box["height"] <= WIDE["height"]
    assert page.locator("article h1").inner_text().startswith("Mastering Games")


def test_pictures_change_with_the_mode(visit):
    shades = {
        mode: visit("index", mode=mode)
        .page.locator("svg.mg-tree .o")
        .first.evaluate(
            "element => [getComputedStyle(element).fill, getComputedStyle(element).stroke]"
        )
        for mode in ("light", "dark")
    }
    assert shades["light"] == ["rgb(234, 242, 252)", "rgb(26, 95, 174)"]
    assert shades["dark"] == ["rgb(20, 40, 64)", "rgb(124, 183, 255)"]


def test_the_mode_button_works_from_the_keyboard(visit):
    page = visit("index").page
    button = page.locator("button.theme-switch-button").first
    button.focus()
    modes = set()
    for _ in range(3):  # the button keeps the keyboard's attention
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
        modes.add(page.evaluate("document.documentElement.dataset.mode"))
    assert modes == {"auto", "light", "dark"}


def test_the_search_finds_without_a_network(visit):
    opened = visit("search", query="?q=subgame")
    found = opened.page.locator(
        "#search-results a", has_text="Backward induction"
    )
    found.first.wait_for(timeout=20_000)
    assert opened.refused == []


def test_hidden_cells_stay_hidden_and_listings_are_shown(visit):
    text = visit("backward_induction").page.locator("article").inner_text()
    assert "class BackwardInduction:" in text
    assert "class AbstractExtensiveFormGame(ExtensiveFormGame):" in text
    assert "%run" not in text
    assert "sys.path" not in text
    assert "assert solution" not in text
