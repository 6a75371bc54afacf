# Two commands do it all: `make run` starts Sommet, `make test` checks everything.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: install run test check tests bench bench-server soak docs clean

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	  || { echo "Sommet needs Python 3.11, 3.12 or 3.13; set PYTHON=/path/to/one."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev]"
	@touch $@

run: install  ## start the game
	@$(BIN)/sommet

test: check tests  ## everything that must hold

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

tests: install
	$(BIN)/python -m pytest -n 2 -q

bench: install  ## speed, one table
	$(BIN)/sommet bench

bench-server: install  ## the server alone: durable moves a second, latency, memory
	$(BIN)/python -m bench.server

soak: install  ## 50,000 games: the server's memory stays flat (ten minutes at most)
	$(BIN)/python -m bench.server_soak

docs: install  ## the documentation, into site/
	$(BIN)/mkdocs build --strict

clean:
	rm -rf $(VENV) build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
