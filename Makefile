# make play    set up and play           make test    set up and run every check
# make check   the checks that are fast  make bench   speed, beside OpenSpiel    make clean   forget all that was set up
# make marathon   100,000 random games of every game
# make bench-live   live games over WebSockets, beside boardgame.io; kill -9 under load

PYTHON ?= python3
VENV := .venv
PEER := .venv-peer
LIVE_PEER := build/boardgameio

.PHONY: play test check lint bench bench-live marathon clean

play: $(VENV)/ready
	@$(VENV)/bin/casemate serve --open

test: lint | chromium
	$(VENV)/bin/pytest

check: lint
	$(VENV)/bin/pytest -n 2 -m "not slow"

lint: $(VENV)/ready-to-develop
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy

bench: $(VENV)/ready-to-develop
	@test -e $(PEER)/ready || $(MAKE) --no-print-directory $(PEER)/ready || \
		echo "OpenSpiel cannot be installed here: Casemate is measured alone." >&2
	$(VENV)/bin/python bench/run.py --peer $(PEER)/bin/python

marathon: $(VENV)/ready
	$(VENV)/bin/python bench/marathon.py

bench-live: $(VENV)/ready
	@test -e $(LIVE_PEER)/ready || $(MAKE) --no-print-directory $(LIVE_PEER)/ready || \
		echo "boardgame.io cannot be installed here: Casemate is measured alone." >&2
	$(VENV)/bin/python bench/live.py --peer $(LIVE_PEER)
	$(VENV)/bin/python bench/live.py --kill 10

clean:
	rm -rf $(VENV) $(PEER) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/ready: pyproject.toml | $(VENV)/bin/pip
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/ready-to-develop: $(VENV)/ready
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

$(PEER)/ready: | $(PEER)/bin/pip
	$(PEER)/bin/pip install --quiet --disable-pip-version-check --no-deps open_spiel==2.0.2
	$(PEER)/bin/python -c "import pyspiel"
	@touch $@

$(LIVE_PEER)/ready: bench/boardgameio/package.json
	mkdir -p $(LIVE_PEER)
	cp $< $(LIVE_PEER)
	npm install --prefix $(LIVE_PEER) --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel=error
	NODE_PATH=$(LIVE_PEER)/node_modules node -e 'require("boardgame.io/server")'
	@touch $@

%/bin/pip:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || \
		{ echo "Casemate needs Python 3.11 or newer. Name one like this: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c "import ensurepip, venv" 2>/dev/null || $(MAKE) --no-print-directory ensurepip
	$(PYTHON) -m venv --clear $*

# The page is tested in a real browser.
.PHONY: chromium
chromium:
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null; } || \
		{ echo "The page is tested in Chromium. On Debian: sudo apt-get install chromium" >&2; exit 1; }
	@command -v chromium >/dev/null || \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; }

# Debian keeps a part of Python that every environment needs in a package of its own.
.PHONY: ensurepip
ensurepip:
	@test "$$(id -u)" = 0 && command -v apt-get >/dev/null || \
		{ echo "This Python cannot make environments. On Debian: sudo apt-get install python3-venv" >&2; exit 1; }
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv
