"""Every notebook runs from top to bottom, and says again what it says."""

import re
from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

from .reading import ROOT  # noqa: E402

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SECONDS = 500  # a cell: they take a few, but on a busy machine compiling takes its time
LINK = re.compile(r"\]\((\.\./[^)#]+)")


def said(outputs: list[Any]) -> list[str]:
    """The text of what a cell printed and answered; of a picture, that there is one."""
    texts = []
    for output in outputs:
        if output.output_type == "stream" and output.name == "stderr":
            continue  # such as that something is being compiled
        data = output.get("data", {})
        texts.append("a picture" if "image/png" in data else output.get("text") or data.get("text/plain", ""))
    return texts


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_says_again_what_it_says(notebook: Path, tmp_path: Path) -> None:
    """Run in an empty folder, by its cells' own code: all that is kept in the file comes out once more."""
    kept = nbformat.read(notebook, as_version=4)
    run = nbformat.from_dict(kept)
    nbclient.NotebookClient(run, timeout=SECONDS, resources={"metadata": {"path": str(tmp_path)}}).execute()
    for before, after in zip(kept.cells, run.cells, strict=True):
        if before.cell_type == "code":
            assert said(after.outputs) == said(before.outputs), before.source


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_its_pages_are_there(notebook: Path) -> None:
    """What it links to in the project is a file."""
    text = "\n".join(cell.source for cell in nbformat.read(notebook, as_version=4).cells)
    links = LINK.findall(text)
    assert links
    assert all((notebook.parent / link).is_file() for link in links), links


def test_there_are_notebooks() -> None:
    """The tests above are about something."""
    assert NOTEBOOKS
