# Two commands do everything on a machine with Python 3.11+, pip and make:
#   make play   start the program
#   make test   run every check
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python \
	--constraint constraints.txt --build-constraint constraints.txt

.PHONY: play test lint types unit clean

play: $(VENV)/play
	@$(BIN)/gamenight

test: lint types unit

lint: $(VENV)/test
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/test
	$(BIN)/mypy

unit: $(VENV)/test
	$(BIN)/pytest --numprocesses auto

$(BIN)/uv: constraints.txt
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "gamenight needs Python 3.11 or newer: make PYTHON=python3.11")'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt uv
	@touch $@

$(VENV)/play: pyproject.toml constraints.txt $(BIN)/uv
	@$(INSTALL) --editable '.[lab]'
	@touch $@

$(VENV)/test: pyproject.toml constraints.txt $(BIN)/uv
	@$(INSTALL) --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
