# Three commands do everything on a machine with Python 3.11+, pip and make:
#   make play   start the program
#   make test   run every check
#   make docs   build the API reference in build/docs
# And one for a night: make soak   the tests, each trying ten times as often
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# uv is three times as quick as pip; where it cannot reach a package, pip may.
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python --build-constraint constraints.txt
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
install = $(UV) --constraint constraints.txt --editable '.[$(1)]' \
	|| $(PIP) --constraint constraints.txt --editable '.[$(1)]'

comma := ,

# What Python compiled once is kept: every start after the first is quicker.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test soak lint types unit page docs mutants clean

play: $(VENV)/play
	@$(BIN)/gamenight

# Tests wait for programs and clocks as often as they compute: all at once, two cores are busy.
test: lint
	@$(MAKE) --no-print-directory --jobs 3 types unit page

lint: $(VENV)/test
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/test
	$(BIN)/mypy

# Some tests watch real terminals, servers and browsers, which a busy machine can hold up: what
# failed is tried once more, by itself and in full view. What fails twice has failed.
tried = $(BIN)/pytest $(1) || { echo 'Once more, by itself: what failed above.'; \
	$(BIN)/pytest $(1) --numprocesses 0 --last-failed --last-failed-no-failures none; }

unit: $(VENV)/test
	$(call tried,--numprocesses 4 --ignore=tests/page)

# A browser wants a process of its own: other tests have loops of theirs.
page: $(VENV)/page
	$(call tried,--override-ini cache_dir=.pytest_cache/page --numprocesses 1 tests/page)

docs: $(VENV)/test
	$(BIN)/python tools/reference.py

soak: $(VENV)/page $(VENV)/soak
	GAMENIGHT_SOAK=1 $(BIN)/pytest --timeout 3600 --numprocesses 3 --ignore=tests/page
	GAMENIGHT_SOAK=1 $(BIN)/pytest --timeout 3600 tests/page

mutants: $(VENV)/test
	$(BIN)/python -m tools.mutants

$(BIN)/uv: constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "gamenight needs Python 3.11 or newer: make PYTHON=python3.11")'
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --constraint constraints.txt uv
	@touch $@

$(VENV)/play: pyproject.toml constraints.txt $(BIN)/uv
	@$(call install,lab$(comma)online)
	@touch $@

$(VENV)/test: pyproject.toml constraints.txt $(BIN)/uv tests/postgres.py
	@$(call install,dev)
	@$(BIN)/python -m tests.postgres
	@touch $@

# Ray is 240 MB: only a night is worth it.
$(VENV)/soak: $(VENV)/test
	@$(call install,dev$(comma)ray)
	@touch $@

$(VENV)/page: $(VENV)/test tests/page/equipment.py
	@$(BIN)/python -m tests.page.equipment
	@touch $@

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
