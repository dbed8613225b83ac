# Thin: every target calls one command, which works without make too (README, "Without make").
.PHONY: serve build test bank check coverage bench fuzz mutants new-lesson seal lock clean

# Hundreds of processes are started by the tests. Each would compile the course again where this is set.
unexport PYTHONDONTWRITEBYTECODE

PORT ?= 8000
PYTHON ?= python3
BIN := .venv/bin

serve: .venv/ready
	@$(BIN)/turnkeeper serve --port $(PORT)

build: .venv/ready
	@$(BIN)/turnkeeper build

test: build
	@$(BIN)/pytest tests --numprocesses=auto --dist=loadgroup

bank: build
	@WHOLE_BANK=1 $(BIN)/pytest tests/browser/test_bank.py

check: .venv/ready
	@$(BIN)/turnkeeper quality

coverage: .venv/ready
	@$(BIN)/python tests/covered.py

bench: .venv/ready
	@$(BIN)/python tests/bench/offline_api.py
	@$(BIN)/python tests/bench/trimming.py

fuzz: .venv/ready
	@$(BIN)/pytest tests/fuzz --bodies 10000 -s

mutants: .venv/ready
	@$(BIN)/python tests/mutants.py

new-lesson: .venv/ready
	@$(BIN)/turnkeeper new-lesson "$(SLUG)"

seal: .venv/ready
	@$(BIN)/turnkeeper seal

lock: .venv/ready
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--group dev --extra api --extra grading --extra site --extra terminal pyproject.toml -o requirements.lock
	$(BIN)/python -m turnkeeper.site.browser_wheels lock

clean:
	rm -rf .venv build site web/node_modules

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Turnkeeper needs Python 3.11 or newer. Name one: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "Installing into .venv (a few minutes the first time)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch .venv/ready
