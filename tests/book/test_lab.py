"""The chapters in JupyterLab: opened as notebooks, run from top to bottom, saved, and still the same."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import uuid

import nbformat
import pytest
import requests
import websocket
from nbclient import NotebookClient
from playwright.sync_api import sync_playwright

from tests.browser import launch
from tests.conftest import ProjectCopy
from tools.chapters import ROOT, chapter_paths, has_code
from tools.references import load_references

TOKEN = "a-token-for-tests"
NOTEBOOKS = ("index", "backward_induction", "sequence_form")
"""Those that are run as notebooks: all chapters run as chapters, and in Lab."""
CHAPTERS = [path.stem for path in chapter_paths() if has_code(path)]


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A copy of the whole project; the package is not installed for it."""
    folder = tmp_path_factory.mktemp("lab") / "project"
    ignored = shutil.ignore_patterns(
        ".git", ".venv", "_build", "__pycache__", ".pytest_cache", ".hypothesis"
    )
    shutil.copytree(ROOT, folder, ignore=ignored)
    return ProjectCopy(folder)


class Lab:
    """A running server, and what a browser would ask of it."""

    def __init__(self, port):
        self.address = f"127.0.0.1:{port}"
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"token {TOKEN}"

    def ask(self, method, path, **options):
        answer = self.session.request(
            method, f"http://{self.address}/api/{path}", timeout=60, **options
        )
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def open_notebook(self, path):
        return self.ask(
            "GET", f"contents/{path}", params={"type": "notebook", "content": 1}
        )["content"]

    def save_notebook(self, path, content):
        self.ask(
            "PUT",
            f"contents/{path}",
            json={"type": "notebook", "format": "json", "content": content},
        )

    def run_cells(self, path, cells):
        """Run the cells in a kernel of the notebook's own; put their outputs into them."""
        body = {
            "path": path,
            "name": path,
            "type": "notebook",
            "kernel": {"name": "python3"},
        }
        session = self.ask("POST", "sessions", json=body)
        kernel = session["kernel"]["id"]
        socket_ = websocket.create_connection(
            f"ws://{self.address}/api/kernels/{kernel}/channels",
            timeout=120,
            header={"Authorization": f"token {TOKEN}"},
        )
        try:
            for count, cell in enumerate(cells, start=1):
                cell["execution_count"] = count
                cell["outputs"] = self._run(socket_, cell["source"])
        finally:
            socket_.close()
            self.ask("DELETE", f"sessions/{session['id']}")

    def _run(self, socket_, source):
        identity = uuid.uuid4().hex
        header = {
            "msg_id": identity,
            "msg_type": "execute_request",
            "session": "",
            "username": "",
            "version": "5.3",
        }
        content = {
            "code": source,
            "silent": False,
            "store_history": True,
            "allow_stdin": False,
        }
        message = {
            "header": header,
            "parent_header": {},
            "metadata": {},
            "content": content,
            "channel": "shell",
        }
        socket_.send(json.dumps(message))
        outputs = []
        while True:
            answer = json.loads(socket_.recv())
            if answer["parent_header"].get("msg_id") != identity:
                continue
            kind, content = answer["msg_type"], answer["content"]
            if kind in ("stream", "display_data", "execute_result", "error"):
                outputs.append({"output_type": kind, **content})
            if kind == "status" and content["execution_state"] == "idle":
                return outputs


@pytest.fixture(scope="module")
def lab(clone):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = [
        "--no-browser",
        "--allow-root",
        f"--port={port}",
        f"--IdentityProvider.token={TOKEN}",
    ]
    log = (clone.folder / "lab.log").open("w")
    own = str(
        clone.folder / "_build" / "jupyter"
    )  # not the settings and open tabs of whoever runs this
    environment = {
        "JUPYTER_CONFIG_DIR": own,
        "JUPYTERLAB_SETTINGS_DIR": own,
        "JUPYTERLAB_WORKSPACES_DIR": own,
    }
    server = subprocess.Popen(
        [sys.executable, "-m", "tools.lab", *options],
        cwd=clone.folder,
        env=os.environ | environment,
        stdout=log,
        stderr=subprocess.STDOUT,
    )
    try:
        running = Lab(port)
        deadline = time.monotonic() + 90
        while True:
            try:
                running.ask("GET", "status")
                break
            except requests.ConnectionError:
                assert time.monotonic() < deadline, (
                    clone.folder / "lab.log"
                ).read_text()
                time.sleep(0.2)
        yield running
    finally:
        server.terminate()
        server.wait(30)
        log.close()


def shown(outputs):
    """What the outputs say, streams joined."""
    said = [
        output["text"]
        for output in outputs
        if output["output_type"] == "stream"
    ]
    return "".join(said), [
        output["data"] for output in outputs if "data" in output
    ]


ADDED = "A sentence added in Lab."


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_runs_in_lab_and_is_saved_as_it_was(lab, clone, name):
    """It shows what the book shows, and a diff has what its author changed, and nothing else."""
    path = f"book/{name}.md"
    before = (clone.folder / path).read_text(encoding="utf-8")
    notebook = lab.open_notebook(path)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["source"] for cell in cells), "a listing has a body to run"
    lab.run_cells(path, cells)
    references = load_references(ROOT / path)
    assert len(cells) == len(references)
    for cell, reference in zip(cells, references, strict=True):
        assert [
            output
            for output in cell["outputs"]
            if output["output_type"] == "error"
        ] == []
        assert shown(cell["outputs"]) == shown(reference["outputs"])
    lab.save_notebook(path, notebook)
    assert (clone.folder / path).read_text(encoding="utf-8") == before
    written = notebook["cells"][1]["source"]
    notebook["cells"][1]["source"] += f"\n\n{ADDED}"
    lab.save_notebook(path, notebook)
    after = (clone.folder / path).read_text(encoding="utf-8")
    assert after == before.replace(written, f"{written}\n\n{ADDED}")


def test_what_lab_has_saved_still_builds(lab, clone, sample_project, tmp_path):
    sample = sample_project.another(tmp_path / "project")
    (chapter,) = (sample.folder / "book").glob("*.md")
    path = "book/written_in_lab.md"
    shutil.copy(chapter, clone.folder / path)
    notebook = lab.open_notebook(path)
    notebook["cells"][1]["source"] += f"\n\n{ADDED}"
    lab.save_notebook(path, notebook)
    shutil.copy(clone.folder / path, chapter)
    result = sample.run("-m", "tools.build")
    assert result.returncode == 0, result.stdout + result.stderr
    page = sample.folder / "_build" / "html" / f"{chapter.stem}.html"
    assert ADDED in page.read_text("utf-8")


def test_lab_opens_the_first_page_as_a_notebook(lab):
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.goto(f"http://{lab.address}/?token={TOKEN}")
        page.locator(".jp-Notebook h1", has_text="Mastering Games").wait_for(
            timeout=60_000
        )
        assert page.locator(".jp-NotebookPanel").count() == 1
        browser.close()


def test_the_written_notebooks_run_from_where_they_are(clone):
    """With the listed sources in them, in their own folder."""
    result = clone.run("-m", "tools.notebooks")
    assert result.returncode == 0, result.stderr
    written = sorted((clone.folder / "_build" / "notebooks").glob("*.ipynb"))
    assert {path.stem for path in written} == {
        path.stem for path in chapter_paths()
    }
    text = (
        clone.folder / "_build" / "notebooks" / "backward_induction.ipynb"
    ).read_text(encoding="utf-8")
    assert "class BackwardInduction:" in text
    assert "%run" not in text
    for path in written:
        notebook = nbformat.read(path, as_version=4)
        if path.stem not in NOTEBOOKS:
            continue
        NotebookClient(
            notebook, resources={"metadata": {"path": str(path.parent)}}
        ).execute()
        cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
        assert all(cell.execution_count for cell in cells)
        for cell, reference in zip(cells, load_references(path), strict=True):
            assert shown(cell.outputs) == shown(reference["outputs"])
