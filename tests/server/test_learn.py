"""The doors for learning: lessons and rules, in every language."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from sommet.client.api import Api
from sommet.core.registry import players
from sommet.core.words import LANGUAGES
from sommet.site.rule_html import html

from .inside import Inside

Answer = tuple[int, dict[str, str], Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def ask(server: Inside, path: str, **headers: str) -> Answer:
    """Status, headers, body; nobody is signed in."""
    request = Request(f"{server.base}/api/v1{path}", headers={name.replace("_", "-"): v for name, v in headers.items()})
    try:
        with urlopen(request, timeout=30) as answer:
            return answer.status, dict(answer.headers.items()), json.loads(answer.read())
    except HTTPError as error:
        with error:
            return error.code, dict(error.headers.items()), json.loads(error.read())


@pytest.mark.parametrize("game", players())
def test_a_lesson_can_be_taken_over_the_doors(server: Inside, game: str) -> None:
    """Each step's record as its seat sees it, and the first wanted move played there."""
    api = Api(server.base)
    for step in ask(server, f"/lessons/{game}")[2]["steps"]:
        asked = {"record": step["record"], "view": step["view"]}
        seen = api.call("POST", "/positions", asked)
        assert seen["to_move"] == step["view"], step["id"]
        wanted = step["answers"] or seen["legal"]
        assert set(wanted) <= set(seen["legal"]), step["id"]
        done = api.call("POST", "/positions", {**asked, "moves": [wanted[0]], "effects": True})
        assert len(done["effects"]) == len(step["record"]["moves"]) + 1
        if step["refused"]:
            with pytest.raises(Exception, match="illegal_move"):
                api.call("POST", "/positions", {**asked, "moves": [step["refused"]["move"]]})


@pytest.mark.parametrize("game", players())
def test_a_picture_can_be_shown_over_the_doors(server: Inside, game: str) -> None:
    """All its positions, all-knowing."""
    api = Api(server.base)
    found = ask(server, f"/rules/{game}")[2]
    shown = [clause["picture"] for clause in found["clauses"] if clause["picture"]]
    assert len(shown) > len(found["clauses"]) / 2
    for picture in shown:
        steps = api.call("POST", "/positions", {"record": picture["record"], "steps": True})["steps"]
        assert len(steps) == len(picture["record"]["moves"]) + 1
        assert 0 <= picture["from"] <= len(steps) - 1


def test_the_language_is_the_readers(server: Inside) -> None:
    """As Accept-Language says, unless the address names one."""
    said = {
        language: ask(server, "/lessons/kabaleo", accept_language=f"{language}-BE,en;q=0.5")[2]["steps"][0]["title"]
        for language in LANGUAGES
    }
    assert said == {
        "de": "Deine geheime Farbe",
        "en": "Your secret colour",
        "fr": "Votre couleur secrète",
        "nl": "Jouw geheime kleur",
    }
    chosen = ask(server, "/lessons/kabaleo?language=nl", accept_language="fr")[2]["steps"][0]["title"]
    assert chosen == said["nl"]
    rules = ask(server, "/rules/babylone?language=fr")[2]
    assert rules["clauses"][3]["title"] == "Coup"
    assert rules["clauses"][3]["section"] == "À vous de jouer"


def test_they_may_be_kept_a_while(server: Inside) -> None:
    """By language; an error may not be kept."""
    for path in ("/lessons/on_top", "/rules/on_top"):
        _, headers, _ = ask(server, path)
        assert "max-age=3600" in headers["cache-control"]
        assert headers["vary"] == "accept-language"
    assert ask(server, "/rules/chess")[1]["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/lessons/chess", "/rules/chess", "/lessons/..", "/rules/words"])
def test_an_unknown_game_is_not_there(server: Inside, path: str) -> None:
    """In our form, in the reader's language."""
    status, _, body = ask(server, path, accept_language="nl")
    assert (status, body["error"]["code"], body["error"]["message"]) == (404, "not_found", "Hier is niets.")


def test_an_unknown_language_is_refused(server: Inside) -> None:
    """It is named wrongly, and the answer says so."""
    status, _, body = ask(server, "/rules/kabaleo?language=it")
    assert (status, body["error"]["code"]) == (400, "bad_request")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", players())
def test_clauses_link_to_each_other(server: Inside, game: str, language: str) -> None:
    """Every mention of a clause is a link, to a clause that is there; a cell called like one is not."""
    found = ask(server, f"/rules/{game}?language={language}")[2]
    ids = {clause["id"] for clause in found["clauses"]}
    pages = [part["html"] for part in (*found["clauses"], *found["notes"])]
    linked = {target for page in pages for target in re.findall(r'<a href="#(\w+)">\1</a>', page)}
    assert linked <= ids
    bare = re.sub(r"<a .*?</a>|<code>.*?</code>", "", " ".join(pages))
    assert not [name for name in ids if re.search(rf"\b{name}\b", bare)]
    assert {"kabaleo": {"K6", "K9", "K18"}, "babylone": {"B10"}, "on_top": {"T17", "T21", "T22", "T23", "T24"}}[
        game
    ] <= linked


@pytest.mark.parametrize("game", players())
def test_only_plain_markup_leaves(server: Inside, game: str) -> None:
    """Paragraphs, code, emphasis and links within the page: the page may show it as it is."""
    for language in LANGUAGES:
        found = ask(server, f"/rules/{game}?language={language}")[2]
        pages = [found["intro"], *(part["html"] for part in (*found["clauses"], *found["notes"]))]
        tags = {tag for page in pages for tag in re.findall(r"<[^>]*>", page)}
        plain = r'</?(p|code|em|strong)>|</a>|<a href="#[A-Z]\d+">'
        assert not [tag for tag in tags if not re.fullmatch(plain, tag)]


def test_tags_and_foreign_links_are_shown_not_obeyed() -> None:
    """Whatever a rule page may hold one day."""
    assert html("a <b onclick='x'>K9</b>", ["K9"]) == (
        "<p>a &lt;b onclick='x'&gt;<a href=\"#K9\">K9</a>&lt;/b&gt;</p>\n"
    )
    assert "<a" not in html("[x](javascript:alert(1))")
    assert html("K9 K99 `K9`", ["K9"]) == '<p><a href="#K9">K9</a> K99 <code>K9</code></p>\n'
