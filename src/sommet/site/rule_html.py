"""The rules' Markdown as HTML. Nothing but Markdown comes through: tags in it are shown, not obeyed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

_MARKDOWN = MarkdownIt("commonmark", {"html": False})


def html(text: str, clauses: Collection[str] = ()) -> str:
    """As HTML; a mention of one of these clauses links to it."""
    tokens = _MARKDOWN.parse(text)
    if clauses:
        mention = re.compile(rf"\b({'|'.join(map(re.escape, clauses))})\b")
        for token in tokens:
            if token.children:
                token.children = [new for child in token.children for new in _linked(child, mention)]
    rendered: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return rendered


def _linked(token: Token, mention: re.Pattern[str]) -> Iterator[Token]:
    """The token, its text cut where a clause is mentioned (not in code, where `B7` may be a cell)."""
    if token.type != "text":
        yield token
        return
    for place, part in enumerate(mention.split(token.content)):
        if place % 2:
            yield Token("link_open", "a", 1, attrs={"href": f"#{part}"})
        yield Token("text", "", 0, content=part)
        if place % 2:
            yield Token("link_close", "a", -1)
