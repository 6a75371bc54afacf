"""What the server says to people is in their language, down to the reason."""

from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest

from sommet.cli import main
from sommet.core.registry import new
from sommet.core.words import LANGUAGES, catalogue
from sommet.server.config import Config
from sommet.server.store.database import StoreError, reason
from sommet.server.tables import fair
from sommet.server.wire.fair import Facts
from sommet.server.wire.reasons import Unusable
from sommet.server.wire.refusals import Refusal

from .inside import Inside


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def _post(server: Inside, path: str, body: Any, language: str, **headers: str) -> dict[str, Any]:
    sent = {"Content-Type": "application/json", "Accept-Language": language, **headers}
    request = Request(f"{server.base}/api/v1{path}", msgspec.json.encode(body), sent)
    try:
        with urlopen(request, timeout=30) as answer:
            found: dict[str, Any] = msgspec.json.decode(answer.read())
    except HTTPError as error:
        with error:
            found = msgspec.json.decode(error.read())
    return found


def test_reasons_are_said_in_every_language(server: Inside) -> None:
    """Why a deal is not fair; at the door, too."""
    nothing: list[str | None] = [None, None]
    facts = Facts(
        table="t", commitment=fair.commitment("t", "00" * 32), secret="11" * 32, seals=nothing, opened=nothing
    )
    body = {"record": new("babylone", 2, 1).record.as_dict(), "fair": msgspec.to_builtins(facts)}
    said = {language: _post(server, "/verify", body, language)["checks"][0]["text"] for language in LANGUAGES}
    assert said == {language: catalogue(language)["fair.secret.differs"] for language in LANGUAGES}
    foreign = {"Origin": "https://elsewhere.example"}
    for language in LANGUAGES:
        error = _post(server, "/verify", body, language, **foreign)["error"]
        assert error["message"] == catalogue(language)["server.refused.foreign_site"]


def test_a_reason_within_a_refusal() -> None:
    """One sentence, one language."""
    refusal = Refusal("unavailable", 503, why=StoreError("server.store.full"))
    assert "le disque est plein" in refusal.say("fr")
    assert "de schijf is vol" in refusal.say("nl")
    assert str(StoreError("server.store.full")) == "the disk is full"


def test_what_a_database_says_is_understood() -> None:
    """Known troubles by their name; an unknown one by its kind alone, without what was to be stored."""
    assert reason(ConnectionRefusedError()).key == "server.store.no_answer"
    assert reason(Exception("attempt to write a readonly database")).key == "server.store.read_only"
    assert reason(Exception("database or disk is full")).key == "server.store.full"
    unknown = reason(KeyError("a secret"))
    assert (unknown.key, unknown.values) == ("server.store.failed", {"kind": "KeyError"})


@pytest.mark.parametrize(
    ("setting", "given", "wanted"),
    [
        ("SOMMET_PORT", "abc", "port"),
        ("SOMMET_PORT", "65536", "port"),
        ("SOMMET_HTTP_RATE", "nan", "rate"),
        ("SOMMET_THREADS", "0", "count"),
        ("SOMMET_LOG", "loud", "log"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_setting_that_is_none(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    setting: str,
    given: str,
    wanted: str,
) -> None:
    """It is named, with what it should be, in words of ours; a flag by its own name."""
    texts = catalogue(language)
    why = texts["serve.unusable.setting"]
    monkeypatch.setenv(setting, given)
    assert main(["serve", "--lang", language]) == 2
    said = why.format(setting=setting, given=given, wanted=texts[f"serve.wanted.{wanted}"])
    assert capsys.readouterr().err == texts["serve.error.settings"].format(why=said) + "\n"
    assert main(["serve", "--lang", language, "--port", "70000"]) == 2
    assert "--port" in capsys.readouterr().err


def test_the_command_speaks_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    """Settings that cannot be used."""
    assert main(["serve", "--lang", "fr", "--database", "mysql://x/y"]) == 2
    assert catalogue("fr")["serve.unusable.database"].format(kind="mysql") in capsys.readouterr().err
    with pytest.raises(Unusable):
        Config(database="sqlite://").url()
