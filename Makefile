# Two commands do it all: `make run` starts Sommet, `make test` checks everything.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

PAGE := src/sommet/server/page/index.html
WEB := $(shell find web -path web/node_modules -prune -o -type f -print)

.PHONY: install page browser run test check tests web-dev bench bench-server soak pictures docs clean

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt hatch_build.py
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	  || { echo "Sommet needs Python 3.11, 3.12 or 3.13; set PYTHON=/path/to/one."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	SOMMET_PAGE=skip $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev]"
	@touch $@

page: $(PAGE)  ## the browser's half, built into the package

$(PAGE): $(STAMP) $(WEB)
	$(BIN)/python hatch_build.py
	@touch $@

run: install page  ## start the game: prints its address
	@$(BIN)/sommet serve

test: check tests  ## everything that must hold

check: install page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python hatch_build.py run check
	$(BIN)/python hatch_build.py test

browser:  # the page is tested in a real Chromium: installed where that is allowed
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || test -n "$$SOMMET_CHROMIUM" || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium fonts-dejavu-core >/dev/null; } || \
	  echo "No Chromium here: the page's tests are skipped. On Debian: apt-get install chromium; elsewhere set SOMMET_CHROMIUM."

# The page by itself: its browser's event loop would be in the way of the others. Two browsers may be late on a
# busy machine: what failed is tried once more, one after another.
tests: install page browser
	$(BIN)/python -m pytest -n 2 -q --ignore tests/web
	$(BIN)/python -m pytest -n 2 -q tests/web || $(BIN)/python -m pytest -q --last-failed --last-failed-no-failures none tests/web

web-dev: install page  ## the page with hot reload; a server must run (SOMMET_SERVER, by default port 8080 here)
	$(BIN)/python hatch_build.py run dev

bench: install  ## speed, one table
	$(BIN)/sommet bench
	$(BIN)/python -m bench.babylone_atlas

bench-server: install  ## the server alone: durable moves a second, latency, memory
	$(BIN)/sommet bench --server

soak: install  ## 50,000 games: the server's memory stays flat (ten minutes at most)
	$(BIN)/python -m bench.server_soak

pictures: install page browser  ## the pictures of the documentation, from a real server
	$(BIN)/python -m tests.web.pictures

docs: install  ## the documentation, into site/
	$(BIN)/mkdocs build --strict

clean:
	rm -rf $(VENV) web/node_modules src/sommet/server/page build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
