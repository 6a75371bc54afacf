# Two commands do it all: `make run` starts Sommet, `make test` checks everything. Both install all they need.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

PAGE := src/sommet/server/page/index.html
BUILT := web/node_modules web/generated web/engine-package/dist web/engine-package/modules
WEB := $(shell find web \( $(patsubst %,-path % -o,$(BUILT)) -name __pycache__ \) -prune -o -type f -print)
TOLD := $(shell find $(addprefix src/sommet/,analysis bots core games search server/wire site wasm) -name __pycache__ -prune -o -type f -print)

.PHONY: install page site browser run test test-long test-all check tests web-dev bench bench-browser bench-page bench-server strength soak pictures fonts docs clean

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt hatch_build.py
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' \
	  || { echo "Sommet needs Python 3.11, 3.12, 3.13 or 3.14; set PYTHON=/path/to/one."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	SOMMET_PAGE=skip $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev]"
	@touch $@

page: $(PAGE)  ## the browser's half, built into the package

$(PAGE): $(WEB) $(TOLD) | $(STAMP)
	$(BIN)/python hatch_build.py
	@touch $@

site: install page  ## the page as plain files for any web host, into build/site
	@rm -rf build/site
	@$(BIN)/sommet site --out build/site

run: install page  ## start the game: prints its address
	@$(BIN)/sommet serve

test: check tests  ## everything that must hold

check: install page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python hatch_build.py run check
	$(BIN)/python hatch_build.py run lint
	$(BIN)/python hatch_build.py test

browser:  # the page is tested in a real Chromium, and every game in Firefox too: installed where that is allowed
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || test -n "$$SOMMET_CHROMIUM" || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium fonts-dejavu-core >/dev/null; } || \
	  echo "No Chromium here: the page's tests are skipped. On Debian: apt-get install chromium; elsewhere set SOMMET_CHROMIUM."
	@command -v firefox-esr >/dev/null || command -v firefox >/dev/null || test -n "$$SOMMET_FIREFOX" || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && { apt-get update -qq || true; } && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends firefox-esr >/dev/null; } || \
	  echo "No Firefox here: its tests are skipped. On Debian: apt-get install firefox-esr; elsewhere set SOMMET_FIREFOX."

# The page by itself: its browser's event loop would be in the way of the others.
tests: install page browser
	$(BIN)/python -m tests.ready
	$(BIN)/python -m pytest -n 2 -q --ignore tests/web
	$(BIN)/python -m pytest -n 2 -q tests/web

test-long: install page  ## what takes longer, and properties with other examples each time
	$(BIN)/python -m pytest -n 2 -q -m "long or hypothesis" --hypothesis-profile long --ignore tests/web

# Every supported Python of this machine: on the path, or pyenv's. Name others in PYTHONS.
PYTHONS ?= $(shell for version in 3.11 3.12 3.13 3.14; do \
  for python in python$$version $$(ls -d "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/$$version.*/bin/python 2>/dev/null); do \
    "$$python" -c "" 2>/dev/null && { echo "$$python"; break; }; done; done; true)

test-all:  ## the tests on every Python from 3.11 to 3.14 that is here, each in an environment of its own
	@test -n "$(PYTHONS)" || { echo "No Python from 3.11 to 3.14 was found; name some in PYTHONS."; exit 1; }
	@set -e; for python in $(PYTHONS); do \
	  version=$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	  echo "== Python $$version"; \
	  $(MAKE) PYTHON=$$python VENV=.venv-$$version tests; \
	done

web-dev: install page  ## the page with hot reload; a server must run (SOMMET_SERVER, by default port 8080 here)
	$(BIN)/python hatch_build.py run dev

bench: install  ## speed, one table
	$(BIN)/python -m bench
	$(BIN)/python -m bench.babylone_atlas

bench-browser: install page browser  ## the page by itself beside Numba, in Chromium: simulations, what it loads, how soon it answers
	$(BIN)/python -m bench --browser

bench-page: install page browser  ## how the page feels, in Chromium: first paint, layout shift, weight, how soon it answers a press
	$(BIN)/python -m bench --page

bench-server: install  ## the server alone: durable moves, whole games, two servers, boardgame.io beside it, and under attack
	$(BIN)/python -m bench --server
	$(BIN)/python -m bench.server_attacks

strength: install  ## every match of docs/strength.md that is not played yet (hours); see python -m bench.strength --help
	$(BIN)/python -m bench.strength docs/strength.md

soak: install  ## 50,000 games: the server's memory stays flat (ten minutes at most)
	$(BIN)/python -m bench.server_soak

pictures: install page browser  ## the pictures of the documentation, from a real server
	$(BIN)/python -m tests.web.pictures

fonts: install  ## the page's faces, cut down from what their authors release: web/src/fonts, the same bytes each time
	$(BIN)/python -m pip install --quiet --disable-pip-version-check brotli==1.2.1 fonttools==4.68.0
	$(BIN)/python web/fonts/make.py

docs: install page  ## the documentation, into site/
	$(BIN)/mkdocs build --strict

clean:
	rm -rf .venv .venv-* web/node_modules web/generated src/sommet/server/page build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
