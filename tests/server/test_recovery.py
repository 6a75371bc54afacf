"""A lost password: ten codes that work once each, and links that work for a day."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from sommet.client.api import Api, ApiError
from sommet.server.people import recovery
from sommet.server.store.schema import METADATA, USERS

from .inside import Inside
from .peeking import rows, within
from .running import guest

OLD, NEW = "correct horse", "battery staple"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server")) as inside:
        yield inside


def refused(api: Api, method: str, path: str, body: Any = None) -> str:
    """The code of the refusal."""
    with pytest.raises(ApiError) as no:
        api.call(method, path, body)
    return no.value.code


def account(server: Inside, name: str) -> tuple[Api, list[str]]:
    """A new account and its codes."""
    api = Api(server.base)
    made = api.call("POST", "/accounts", {"name": name, "password": OLD})
    return api, made["recovery_codes"]


def test_an_account_comes_with_ten_codes_of_which_only_digests_are_stored(server: Inside) -> None:
    """Nothing that is stored anywhere holds a code, with or without its dashes."""
    _, codes = account(server, "Ana")
    assert len(set(codes)) == 10
    assert all(len(code.replace("-", "")) == 16 for code in codes)
    everything = str([rows(server, table) for table in METADATA.sorted_tables])
    assert "Ana" in everything
    for code in codes:
        assert code not in everything
        assert code.replace("-", "") not in everything


def test_a_code_replaces_the_password_once_and_ends_every_session(server: Inside) -> None:
    """However it is typed; cookies, bot tokens and the old password are void, the other nine codes are not."""
    bob, codes = account(server, "Bob")
    token = bob.call("POST", "/me/tokens", {"label": "my bot"})
    lost = Api(server.base)
    typed = codes[0].lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert lost.call("POST", "/recovery/code", {"name": "bob", "code": typed, "password": NEW})["name"] == "Bob"
    assert lost.call("GET", "/me")["name"] == "Bob"
    assert refused(bob, "GET", "/me") == "sign_in"
    assert refused(Api(server.base, token["token"]), "GET", "/me") == "sign_in"
    assert refused(Api(server.base), "POST", "/session", {"name": "Bob", "password": OLD}) == "wrong_password"
    Api(server.base).call("POST", "/session", {"name": "Bob", "password": NEW})
    again = {"name": "Bob", "code": codes[0], "password": "something else"}
    assert refused(Api(server.base), "POST", "/recovery/code", again) == "wrong_code"
    Api(server.base).call("POST", "/recovery/code", {"name": "Bob", "code": codes[1], "password": OLD})


def test_a_code_is_for_its_own_account_and_a_bad_password_does_not_use_it_up(server: Inside) -> None:
    """Another's name with it says no more than a wrong code does."""
    _, codes = account(server, "Cy")
    account(server, "Dan")
    for name in ("Dan", "Nobody at all"):
        wrong = {"name": name, "code": codes[0], "password": NEW}
        assert refused(Api(server.base), "POST", "/recovery/code", wrong) == "wrong_code"
    short = {"name": "Cy", "code": codes[0], "password": "short"}
    assert refused(Api(server.base), "POST", "/recovery/code", short) == "bad_request"
    Api(server.base).call("POST", "/recovery/code", {"name": "Cy", "code": codes[0], "password": NEW})


def test_a_code_lifts_no_ban(server: Inside) -> None:
    """It is not used up either."""
    gil, codes = account(server, "Gil")
    within(server, lambda db: db.execute(USERS.update().where(USERS.c.name == "Gil").values(banned=True)))
    again = {"name": "Gil", "code": codes[0], "password": NEW}
    assert refused(Api(server.base), "POST", "/recovery/code", again) == "banned"
    within(server, lambda db: db.execute(USERS.update().where(USERS.c.name == "Gil").values(banned=False)))
    assert Api(server.base).call("POST", "/recovery/code", again)["name"] == "Gil"
    assert refused(gil, "GET", "/me") == "sign_in"


def test_new_codes_need_the_password_and_void_the_old(server: Inside) -> None:
    """Neither an open browser nor a bot token is enough."""
    eve, old = account(server, "Eve")
    token = eve.call("POST", "/me/tokens", {"label": "my bot"})["token"]
    assert refused(eve, "POST", "/me/recovery/codes", {"password": NEW}) == "wrong_password"
    assert refused(Api(server.base, token), "POST", "/me/recovery/codes", {"password": OLD}) == "bots_only"
    assert refused(guest(server.base), "POST", "/me/recovery/codes", {"password": OLD}) == "accounts_only"
    new = eve.call("POST", "/me/recovery/codes", {"password": OLD})["codes"]
    assert not set(new) & set(old)
    gone = {"name": "Eve", "code": old[0], "password": NEW}
    assert refused(Api(server.base), "POST", "/recovery/code", gone) == "wrong_code"
    Api(server.base).call("POST", "/recovery/code", {"name": "Eve", "code": new[9], "password": NEW})


def test_strangers_who_guess_are_slowed_down_and_keep_nobody_out(tmp_path: Any) -> None:
    """From one address and at one name; whoever has a code comes in all the same, from another address."""
    with Inside(tmp_path, http_rate=20, proxies="127.0.0.1") as server:

        def at(address: str) -> Api:
            return Forwarded(server.base, address)

        made = at("192.0.2.1").call("POST", "/accounts", {"name": "Fay", "password": OLD})
        wrong = {"name": "Fay", "code": "0000-0000-0000-0000", "password": NEW}
        one = [refused(at("198.51.100.1"), "POST", "/recovery/code", wrong) for _ in range(15)]
        assert one[0] == "wrong_code"
        assert one[-1] == "slow_down"
        many = [refused(at(f"203.0.113.{n}"), "POST", "/recovery/code", wrong) for n in range(30)]
        assert many[-1] == "slow_down"
        right = {"name": "Fay", "code": made["recovery_codes"][0], "password": NEW}
        assert at("192.0.2.2").call("POST", "/recovery/code", right)["name"] == "Fay"


class Forwarded(Api):
    """Somebody behind the proxy, from that address."""

    def __init__(self, base: str, address: str) -> None:
        super().__init__(base)
        self.address = address

    def headers(self) -> dict[str, str]:
        """With the proxy's word on who it is."""
        return {**super().headers(), "X-Forwarded-For": self.address}


def test_a_link_works_once_for_a_day_and_a_new_password_voids_it(server: Inside) -> None:
    """As `sommet admin` makes them."""
    hal, codes = account(server, "Hal")
    me = hal.call("GET", "/me")["id"]
    now = server.hub.now()
    first, second, old = (
        within(server, partial(recovery.new_link, user_id=me, now=at)) for at in (now, now, now - recovery.DAY)
    )
    nobody = Api(server.base)
    assert recovery.link_address("https://play.example/", first) == f"https://play.example/recover#{first}"
    assert refused(nobody, "POST", "/recovery/link", {"link": old, "password": NEW}) == "wrong_link"
    assert refused(nobody, "POST", "/recovery/link", {"link": codes[0], "password": NEW}) == "wrong_link"
    assert nobody.call("POST", "/recovery/link", {"link": first, "password": NEW})["name"] == "Hal"
    for link in (first, second):
        assert refused(Api(server.base), "POST", "/recovery/link", {"link": link, "password": OLD}) == "wrong_link"
    Api(server.base).call("POST", "/session", {"name": "Hal", "password": NEW})
