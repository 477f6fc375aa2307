# Everything works from a fresh clone with Python 3.11+ and git; .venv is made on demand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: help demo test check lint types floors docs soak bench format clean
help:           ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/pip install --quiet --disable-pip-version-check --group dev --editable '.[vectors,nli,llm,policy]'
	@touch $@

$(VENV)/.demo:
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

demo: $(VENV)/.demo ## audit the example project: a first true finding in one command
	@$(BIN)/python examples/demo.py

test: $(STAMP)  ## unit, property, golden and acceptance tests
	$(BIN)/pytest -n 2 --cov --cov-report=term:skip-covered -m 'not soak and not model'

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
types: $(STAMP)
	$(BIN)/mypy
floors: $(STAMP)
	$(BIN)/lint-imports
docs: $(STAMP)
	$(BIN)/pytest -m 'not soak and not model' tests/docs
check: lint types floors test ## lint, types, floors, tests, docs (the docs are among the tests)

soak: $(STAMP)  ## what takes longer than CI should
	$(BIN)/pytest -m soak
bench: $(STAMP) ## measure: `make bench NAME=logs` prints JSON; without NAME, the list of what can be measured
	$(BIN)/python -m bench $(or $(NAME),--help)
format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .coverage
