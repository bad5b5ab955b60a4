# The two commands of the README are `make demo` and `make test`; `make check` is what CI runs.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PINNED = $(addprefix --constraint ,$(CONSTRAINTS))
# One more than CI has cores: the tests of the page wait for the browser half of their time.
WORKERS ?= 3
BOOK ?= lhy
SEED ?= 1
COUNT ?= 300
# Versions that are installed and no others; none: the newest that pyproject.toml allows. CI names .ci/constraints.txt.
CONSTRAINTS ?=
VERSION ?=

# What Python compiles is kept, as the suite starts many processes.
unexport PYTHONDONTWRITEBYTECODE

# Plain asserts are collected in half the time; what failed is run once more, and says what it compared.
SUITE = $(BIN)/pytest -n $(WORKERS) --dist worksteal --assert=plain || { $(BIN)/pytest --last-failed; exit 1; }

.PHONY: demo serve test suite check format lint types contracts proven programs kernels proof mutants bench lowest constraints release golden gallery corpus docs clean

demo: $(VENV)/.installed
	$(BIN)/blindhex demo -o demo-output

serve: $(VENV)/.installed
	$(BIN)/blindhex serve

test: suite

check: $(VENV)/.ready
	$(BIN)/ruff format --check .
	$(MAKE) -j2 lint contracts types suite

suite: kernels programs
	$(SUITE)

format: $(VENV)/.ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: $(VENV)/.ready
	$(BIN)/ruff check .

types: $(VENV)/.ready
	$(BIN)/mypy

contracts: $(VENV)/.ready
	$(BIN)/lint-imports

# The index of what the tests prove, kept in the package.
proven: $(VENV)/.ready
	$(BIN)/python -m tests.proving

# Goldens are renewed, then read in the diff.
golden: $(VENV)/.ready
	BLINDHEX_RENEW=1 $(BIN)/pytest -n $(WORKERS) tests

# The documentation as a site, which blindhex docs opens and a wheel brings along.
docs: $(VENV)/.ready
	$(BIN)/sphinx-build -q -W --keep-going -d docs/_build docs vtt_bridge/site
	rm -rf vtt_bridge/site/.buildinfo vtt_bridge/site/objects.inv

# The pictures of docs/gallery.md, each by the command that stands above it, and one for each table of others.
gallery: $(VENV)/.ready
	$(BIN)/python -m tests.gallery
	$(BIN)/python -m tests.vtt_bridge.table_pictures

# The lines of sight of docs/corpus.md, which other engines run; read the diff.
corpus: $(VENV)/.ready
	$(BIN)/python -m tests.corpus

# Heavy proofs: minutes to an hour, beside CI.
proof: $(VENV)/.ready
	$(BIN)/pytest -q -s $(filter-out %/__init__.py proofs/mutants/%,$(wildcard proofs/*/*.py))

# Whether the proofs notice when a rule is broken: make mutants BOOK=lhy SEED=7 COUNT=300
mutants: $(VENV)/.ready
	$(BIN)/python -m proofs.mutants $(BOOK) --seed $(SEED) --count $(COUNT)

# The suite, or ONLY a part of it, with the lowest versions that pyproject.toml declares: make lowest ONLY=tests/vtt_bridge
lowest: .venv-lowest/.ready
	.venv-lowest/bin/python -m pytest -n $(WORKERS) --dist worksteal --assert=plain -W "ignore:The anyio.abc" $(ONLY)

.venv-lowest/.ready: pyproject.toml | $(VENV)/.ready
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv-lowest
	$(BIN)/uv pip compile --quiet --resolution lowest-direct --no-deps --extra planarally --extra postgres --extra keyring --extra research \
	    pyproject.toml -o .venv-lowest/lowest.txt
	$(BIN)/uv pip install --quiet --python .venv-lowest/bin/python -c .venv-lowest/lowest.txt --editable '.[dev,keyring]'
	touch $@

# The versions that CI installs, anew: those in use here, and for other systems and Pythons what goes with them.
constraints: $(VENV)/.ready
	$(BIN)/pip install --quiet uv
	$(BIN)/pip freeze --exclude-editable > .ci/constraints.txt
	$(BIN)/uv pip compile --quiet --universal --no-annotate --no-header --python-version 3.11 --all-extras pyproject.toml -o .ci/constraints.txt

# A release: make release VERSION=0.2.0 writes the version and the tag, builds wheel and sdist, and tries both in clean environments.
release: $(VENV)/.ready docs
	.ci/release $(VERSION)

# Ratios against named peers and C floors in one run, red over a limit; not a test: make bench ONLY=hex
bench: $(VENV)/.ready
	$(BIN)/python -m bench $(ONLY)

# The programs of others that the tests run: a browser, Tiled, Node, and Foundry's packer and types from npm.
programs:
	@.ci/programs

# The compiled kernels and modules, kept where the workers of the suite find them.
kernels: $(VENV)/.ready
	$(BIN)/python -m compileall -q rules maps exporters vtt_bridge tests -x node_modules
	$(BIN)/python -m tests.kernels

$(VENV)/bin/python:
	@$(PYTHON) -c 'import ensurepip' 2> /dev/null || .ci/packages python3-venv
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
	-$(BIN)/pip install --quiet uv

# By uv, which takes seconds where pip takes a minute; where uv cannot be had or cannot reach the packages, by pip.
INSTALL = $(BIN)/uv pip install --quiet --python $(BIN)/python $(PINNED) --editable $(1) || $(BIN)/pip install --quiet $(PINNED) --editable $(1)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(call INSTALL,.)
	touch $@

$(VENV)/.ready: pyproject.toml | $(VENV)/bin/python
	$(call INSTALL,'.[dev]')
	touch $(VENV)/.installed $@

clean:
	rm -rf $(VENV) demo-output build dist docs/_build docs/reference vtt_bridge/site
