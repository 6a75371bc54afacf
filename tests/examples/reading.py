"""The code blocks of a page, and what a comment before a block says about it.

``<!-- example: file NAME -->``       the block is a file of that name, for the blocks after it
``<!-- example: run -->``             its commands are run (those of other shell blocks are only parsed)
``<!-- example: from PATH -->``       it stands word for word in that file of the sources
``<!-- example: needs MODULE -->``    it is run where that module is installed (``gpu``: where there is a GPU)
``<!-- example: skip REASON -->``     it cannot be run here
"""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("docs/**/*.md"), *ROOT.glob("*.md")])
_BLOCK = re.compile(
    r"(?:^<!-- example: (?P<how>\w+)(?: (?P<what>[^\n]+?))? -->\n)?"
    r"^```(?P<language>\w+)[^\n]*\n(?P<code>.*?)^```$",
    re.M | re.S,
)


@dataclass(frozen=True)
class Block:
    """A block of code. `how` and `what`: what the comment before it says."""

    language: str
    code: str
    line: int
    how: str
    what: str


def name_of(page: Path) -> str:
    """A page's path in the project."""
    return str(page.relative_to(ROOT))


def blocks(page: Path, *languages: str) -> list[Block]:
    """The blocks in these languages, in order, and those that are files."""
    text = page.read_text(encoding="utf-8")
    found = [
        Block(hit["language"], hit["code"], text.count("\n", 0, hit.start("code")), hit["how"] or "", hit["what"] or "")
        for hit in _BLOCK.finditer(text)
    ]
    return [block for block in found if block.language in languages or block.how == "file"]
