# Mastering Games. Every target sets up what it needs in .venv; `make` alone lists them.

VENV := .venv
RUN := $(VENV)/bin/python
READY := $(VENV)/ready
PEERS := $(VENV)/peers
CHAPTERS ?=
ARGUMENTS ?=

.DEFAULT_GOAL := help
.PHONY: help book test references notebooks lab peers benchmark lint pins clean

help:
	@echo "Mastering Games: an executable book on solving games."
	@echo
	@echo "  make book         build the pages to _build/html and print which one to open"
	@echo "  make test         run everything: the chapters, the package, the pages in a browser"
	@echo "  make lab          open the chapters in JupyterLab as notebooks, to run and change"
	@echo "  make notebooks    write the chapters as .ipynb files to _build/notebooks"
	@echo "  make references   store what the chapters show now as what they should show"
	@echo "                    (CHAPTERS='backward_induction' for some of them)"
	@echo "  make peers        install other projects, which some tests and the benchmarks compare with"
	@echo "  make benchmark    time the solvers side by side with those of other projects"
	@echo "                    (ARGUMENTS=--help tells more)"
	@echo "  make lint         check the code's style"
	@echo "  make pins         work out requirements.txt anew from requirements.in"
	@echo "  make clean        delete what was built (not .venv)"
	@echo
	@echo "Needs Python 3.11, 3.12 or 3.13. To choose one: make book PYTHON=python3.12"

# The first Python that will do: of a right version, and able to make a virtual environment.
ifndef PYTHON
PYTHON := $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
	2>/dev/null && echo $$python && break; done)
endif

$(READY): requirements.txt
	@test -n "$(PYTHON)" || { echo "No Python 3.11, 3.12 or 3.13 with venv found. Install one, or name it: make PYTHON=/path/to/python"; exit 1; }
	@test -x $(RUN) || { echo "Making $(VENV) with $(PYTHON)"; $(PYTHON) -m venv $(VENV); }
	@echo "Installing requirements.txt into $(VENV) (a minute or two the first time)"
	@$(RUN) -m pip install --quiet --disable-pip-version-check --requirement requirements.txt
	@touch $@

$(PEERS): $(READY) requirements-peers.txt
	@echo "Installing requirements-peers.txt into $(VENV)"
	@$(RUN) -m pip install --quiet --disable-pip-version-check --no-deps --requirement requirements-peers.txt
	@touch $@

book: $(READY)
	@$(RUN) -m tools.build

test: $(READY)
	@$(RUN) -m pytest --numprocesses auto --dist loadfile

references: $(READY)
	@$(RUN) -m tools.references $(CHAPTERS)

notebooks: $(READY)
	@$(RUN) -m tools.notebooks $(CHAPTERS)

lab: $(READY)
	@$(RUN) -m tools.lab

peers: $(PEERS)

benchmark: $(PEERS)
	@$(RUN) -m benchmarks $(ARGUMENTS)

lint: $(READY)
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .

pins: $(READY)
	@$(RUN) -m pip install --quiet --disable-pip-version-check uv
	@$(RUN) -m uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate requirements.in --output-file requirements.txt

clean:
	rm -rf _build
