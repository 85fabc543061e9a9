# The two commands: "make figures" and "make test". Both need only Python 3.11 or newer.
# Where make is missing, "python tools/make.py figures" does the same.

PYTHON ?= python3
export FRESH RISKKIT_SCALE

.DEFAULT_GOAL := help
.PHONY: help figures test lab report docs quick clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-9s %s\n", $$1, $$2}' Makefile

figures: ## run every notebook top to bottom; writes figures/ and data/results/ (FRESH=1: compute all again)
	@$(PYTHON) tools/make.py figures

quick: ## the same at classroom size, in about two minutes (two more the first time); writes to build/quick/
	@RISKKIT_SCALE=quick $(PYTHON) tools/make.py figures

test: ## run all tests, and every notebook against its stored outputs
	@$(PYTHON) tools/make.py test

lab: ## open JupyterLab on the notebooks
	@$(PYTHON) tools/make.py lab

report: ## build/report/: one document of all studies, the ledger in front
	@$(PYTHON) tools/make.py report

docs: ## build/docs/: the documentation and the API reference
	@$(PYTHON) tools/make.py docs

clean: ## remove what was built (not results, not figures)
	rm -rf build .pytest_cache .hypothesis .ruff_cache
