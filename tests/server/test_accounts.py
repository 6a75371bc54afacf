"""Guests and accounts, tokens, and one's own data."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from sommet.client.api import Api, ApiError
from sommet.server.people.accounts import Passwords, Signer, User

from .inside import Inside
from .running import guest, new_table
from .talking import talking


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def _refused(api: Api, method: str, path: str, body: Any = None) -> str:
    with pytest.raises(ApiError) as refused:
        api.call(method, path, body)
    return refused.value.code


def account(server: Inside, name: str) -> Api:
    """A new account."""
    api = Api(server.base)
    api.call("POST", "/accounts", {"name": name, "password": "correct horse"})
    return api


def test_a_guest_becomes_an_account_and_keeps_their_games(server: Inside) -> None:
    """And can sign in elsewhere."""
    ana = guest(server.base, "Ana")
    old = ana.cookie
    me = ana.call("GET", "/me")
    made = ana.call("POST", "/tables", {"settings": {"game": "babylone"}})
    ana.call("POST", "/accounts", {"name": "Ana Lovelace", "password": "correct horse"})
    elsewhere = Api(server.base)
    assert _refused(elsewhere, "POST", "/session", {"name": "ana lovelace", "password": "wrong"}) == "wrong_password"
    elsewhere.call("POST", "/session", {"name": "ANA LOVELACE", "password": "correct horse"})
    assert elsewhere.call("GET", "/me") == {"id": me["id"], "name": "Ana Lovelace", "guest": False}
    assert [table["id"] for table in elsewhere.call("GET", "/me/tables")] == [made["id"]]
    ana.cookie = old
    assert _refused(ana, "GET", "/me") == "sign_in"
    assert (ana.call("GET", "/session"), elsewhere.call("GET", "/session")["id"]) == (None, me["id"])
    assert (
        _refused(Api(server.base), "POST", "/accounts", {"name": "aNa lovelace", "password": "x" * 8}) == "name_taken"
    )


def test_a_new_password_voids_cookies_and_tokens(server: Inside) -> None:
    """All of them."""
    bob = account(server, "Bob")
    token = bob.call("POST", "/me/tokens", {"label": "my bot"})
    bot, old = Api(server.base, token["token"]), bob.cookie
    assert bot.call("GET", "/me")["name"] == "Bob"
    assert _refused(bot, "POST", "/me/tokens", {"label": "more"}) == "bots_only"
    assert _refused(bot, "DELETE", "/me") == "bots_only"
    assert _refused(bob, "PUT", "/me/password", {"old": "nonsense", "new": "battery staple"}) == "wrong_password"
    bob.call("PUT", "/me/password", {"old": "correct horse", "new": "battery staple"})
    assert bob.call("GET", "/me")["name"] == "Bob"
    assert _refused(bot, "GET", "/me") == "sign_in"
    bob.cookie = old
    assert _refused(bob, "GET", "/me") == "sign_in"


def test_tokens_can_be_removed(server: Inside) -> None:
    """At once."""
    cy = account(server, "Cy")
    made = cy.call("POST", "/me/tokens", {"label": "one"})
    assert [token["label"] for token in cy.call("GET", "/me/tokens")] == ["one"]
    cy.call("DELETE", f"/me/tokens/{made['id']}")
    assert _refused(Api(server.base, made["token"]), "GET", "/me") == "sign_in"
    assert _refused(cy, "DELETE", f"/me/tokens/{made['id']}") == "not_found"


def test_export_and_delete(server: Inside) -> None:
    """What was stored about somebody is shown to them, and forgotten when they want."""
    dan, eve = account(server, "Dan"), guest(server.base, "Eve")
    table = new_table([dan, eve], {"game": "babylone"})
    with talking(dan, table) as here, talking(eve, table) as there:
        here.answer("say", text="remember me")
        there.hear("chat")
    exported = dan.call("GET", "/me/export")
    assert exported["chat"][0]["text"] == "remember me"
    assert exported["tables"][0]["id"] == table
    dan.call("DELETE", "/me")
    assert (
        _refused(Api(server.base), "POST", "/session", {"name": "Dan", "password": "correct horse"}) == "wrong_password"
    )


def test_rated_games_are_for_accounts_and_change_ratings(server: Inside) -> None:
    """Winner up, loser down, once."""
    fay, gus = account(server, "Fay"), account(server, "Gus")
    settings = {"game": "babylone", "rated": True, "public": True, "clock": {"kind": "total", "seconds": 600}}
    assert _refused(guest(server.base), "POST", "/tables", {"settings": settings}) == "accounts_only"
    table = new_table([fay, gus], settings)
    with talking(fay, table) as here, talking(gus, table) as there:
        here.hear("update")
        assert here.answer("ask", what="take_back")["code"] == "rated_take_back"
        there.answer("resign")
        here.hear("table")
        while here.heard[-1].get("table", {}).get("status") != "over":
            here.hear("table")
    best = fay.call("GET", "/ratings/babylone")
    assert [(row["name"], row["games"]) for row in best] == [("Fay", 1), ("Gus", 1)]
    assert best[0]["rating"] > best[1]["rating"]


def test_names_and_passwords_are_checked(server: Inside) -> None:
    """Nothing invisible, nothing short."""
    api = Api(server.base)
    for name in ("", " ", "a\u200bb", "x" * 25):
        assert _refused(api, "POST", "/session/guest", {"name": name}) in ("bad_name", "bad_request")
    assert _refused(api, "POST", "/accounts", {"name": "Hal", "password": "short"}) == "bad_request"


def test_signed_cookies() -> None:
    """Forged, changed, old: nobody."""
    signer, user = Signer("key"), User("u", "Ana", True)
    cookie = signer.sign(user, 1_800_000_000_000)
    assert signer.read(cookie, 1_800_000_000_001) == ("u", 0)
    assert Signer("other").read(cookie, 1_800_000_000_001) is None
    assert signer.read(cookie.replace("u", "v", 1), 1_800_000_000_001) is None
    assert signer.read(cookie, 1_800_000_000_000 + 366 * 86_400_000) is None
    assert signer.read("", 0) is None


def test_passwords_are_argon2id(tmp_path: Path) -> None:
    """And the wrong one is wrong."""
    passwords = Passwords()
    stored = passwords.hash("correct horse")
    assert stored.startswith("$argon2id$")
    assert passwords.right(stored, "correct horse")
    assert not passwords.right(stored, "wrong horse")
    assert not passwords.right(None, "correct horse")


def test_a_stranger_locks_nobody_out(tmp_path: Path) -> None:
    """Guessing from anywhere is slow; whoever signed in from an address before, or has the cookie, always may try."""
    with Inside(tmp_path, http_rate=20.0, proxies="127.0.0.1") as server:
        ana = account(server, "Ana")

        def sign_in(address: str, word: str, cookie: str | None = None) -> int:
            api = Api(server.base)
            api.cookie = cookie
            headers = api.headers() | {"X-Forwarded-For": address, "Content-Type": "application/json"}
            body = json.dumps({"name": "Ana", "password": word}).encode()
            try:
                with urlopen(Request(server.base + "/api/v1/session", body, headers), timeout=60) as answer:
                    return int(answer.status)
            except HTTPError as error:
                with error:
                    return error.code

        assert sign_in("192.0.2.1", "correct horse") == 200
        guesses = [sign_in("192.0.2.66", "wrong horse") for _ in range(8)]
        assert guesses[:5] == [401] * 5
        assert guesses[-1] == 429
        many = [sign_in(f"2001:db8:{number:x}::1", "wrong horse") for number in range(30)]
        assert many[0] == 401
        assert many[-1] == 429
        assert sign_in("2001:db8:abc::9", "correct horse") == 429  # slow for everybody who is not known
        assert sign_in("192.0.2.1", "correct horse") == 200
        assert sign_in("203.0.113.5", "correct horse", ana.cookie) == 200
