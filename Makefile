# Thin: every target calls one command, which works without make too (README, "Without make").
.PHONY: serve build test bank check coverage bench bench-page fuzz mutants new-lesson seal lock clean

# Hundreds of processes are started by the tests. Each would compile the course again where this is set.
unexport PYTHONDONTWRITEBYTECODE

PORT ?= 8000
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check

serve: .venv/ready
	@$(BIN)/turnkeeper serve --port $(PORT)

build: .venv/ready
	@$(BIN)/turnkeeper build

# A test that waits for ever is named after 300 seconds, far more than any takes, with where it waits.
test: build
	@$(BIN)/pytest tests --numprocesses=auto --dist=loadgroup --timeout=300

bank: build
	@WHOLE_BANK=1 $(BIN)/pytest tests/course/test_answers.py tests/course/test_baselines.py tests/browser/test_bank.py tests/browser/test_accessibility.py

check: .venv/ready
	@$(BIN)/turnkeeper quality

coverage: .venv/ready
	@$(BIN)/python tests/covered.py

bench: .venv/ready
	@$(BIN)/python tests/bench/offline_api.py
	@$(BIN)/python tests/bench/trimming.py
	@$(BIN)/python tests/bench/classroom.py

# The medians of five of what the page's Python costs, beside bare Pyodide and JupyterLite: about 8 minutes on a quiet machine.
bench-page: build
	@PYTHONPATH=tests/bench $(BIN)/python -m page

fuzz: .venv/ready
	@$(BIN)/pytest tests/fuzz --bodies 10000 -s
	@$(BIN)/pytest tests/engine -m hypothesis --hypothesis-profile=deep

mutants: .venv/ready
	@$(BIN)/python tests/mutants.py

new-lesson: .venv/ready
	@$(BIN)/turnkeeper new-lesson "$(SLUG)"

seal: .venv/ready
	@$(BIN)/turnkeeper seal

lock: .venv/ready
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--group dev --extra api --extra cluster --extra grading --extra qti --extra site --extra terminal pyproject.toml -o requirements.lock
	$(BIN)/python -m turnkeeper.site.browser_wheels lock

clean:
	rm -rf .venv build site web/node_modules

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Turnkeeper needs Python 3.11 or newer. Name one: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "Installing into .venv (a few minutes the first time)"
	@$(PYTHON) -m venv .venv
	@# uv takes a seventh of pip's time. It does not read pip's settings, so where these name another index, pip goes on.
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock | $(PIP) --no-compile --require-hashes -r /dev/stdin
	@UV_HTTP_TIMEOUT=180 $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock || \
		$(PIP) --no-compile --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch .venv/ready
