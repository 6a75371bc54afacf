"""Web Push: encrypted for one browser, signed by the server, sent only to push services, and nowhere near home."""

import asyncio
import base64
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sommet.client.api import Api
from sommet.server.config import PUSH_HOSTS, Config
from sommet.server.people.outbox import Again, Never
from sommet.server.people.push import Device, Message, allowed, check_device, device_id, new_key, public, public_key
from sommet.server.people.pusher import Pusher
from sommet.server.store.schema import SUBSCRIPTIONS
from sommet.server.wire.refusals import Refusal

from .inside import Inside
from .peeking import rows
from .pushed import Browser, PushService, signed_claims
from .running import guest
from .test_recovery import account, refused

BASE = "https://play.example"


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    """One push service for all of these; some of its browsers are gone."""
    with PushService(lambda path: {"gone": 410, "away": 307}.get(path.rpartition("/")[2], 201)) as found:
        yield found


@pytest.fixture(scope="module")
def server(service: PushService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    given: dict[str, Any] = {"base_url": BASE, "push_hosts": f"{PUSH_HOSTS} {service.origin}"}
    with Inside(tmp_path_factory.mktemp("server"), **given) as inside:
        yield inside


def send(config: Config, message: Message) -> None:
    """One message, as the server sends it, and once only."""

    async def run() -> None:
        async def gone(_: Message) -> None:
            raise AssertionError

        pusher = Pusher(config, gone)
        pusher.key = KEY
        try:
            await pusher._send(message)
        finally:
            await pusher.close()

    asyncio.run(run())


KEY = new_key()


def message(browser: Browser, payload: bytes = b'{"title": "Your turn"}') -> Message:
    """For that browser."""
    given = browser.subscription()
    device = Device("d", "u", given["endpoint"], given["keys"]["p256dh"], given["keys"]["auth"])
    return Message(device, payload, "topic", 3600)


def test_a_message_is_encrypted_for_one_browser_and_signed_by_the_server(service: PushService) -> None:
    """Only that browser reads it; the service sees who sent it, for how long, and nothing else."""
    browser = service.browser("one")
    before = len(service.taken)
    send(Config(base_url=BASE, push_hosts=service.origin), message(browser))
    path, headers, body = service.wait(before + 1)[before]
    assert path == "/send/one"
    assert browser.decrypt(body) == {"title": "Your turn"}
    assert b"turn" not in body
    with pytest.raises(Exception, match=r"."):
        service.browser("another").decrypt(body)
    key, claims = signed_claims(headers["authorization"])
    assert key == public_key(KEY)
    assert claims["aud"] == service.origin
    assert claims["sub"] == BASE
    assert time.time() < claims["exp"] <= time.time() + 86_400
    assert (headers["content-encoding"], headers["ttl"], headers["topic"]) == ("aes128gcm", "3600", "topic")


def test_redirects_are_not_followed_and_who_is_gone_is_gone(service: PushService) -> None:
    """A push service that sends us elsewhere sends us nowhere."""
    config = Config(base_url=BASE, push_hosts=service.origin)
    before = len(service.taken)
    with pytest.raises(RuntimeError, match="307"):
        send(config, message(service.browser("away")))
    with pytest.raises(Never):
        send(config, message(service.browser("gone")))
    assert [path for path, _, _ in service.taken[before:]] == ["/send/away", "/send/gone"]


@pytest.mark.parametrize(
    ("endpoint", "sent"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://web.push.apple.com/abc", True),
        ("https://fcm.googleapis.com:443/abc", True),
        ("http://fcm.googleapis.com/abc", False),
        ("https://fcm.googleapis.com:8443/abc", False),
        ("https://fcm.googleapis.com@127.0.0.1/abc", False),
        ("https://fcm.googleapis.com.evil.example/abc", False),
        ("https://evilpush.apple.com/abc", False),
        ("https://127.0.0.1/abc", False),
        ("https://2130706433/abc", False),
        ("https://[::1]/abc", False),
        ("https://localhost/abc", False),
        ("https://metadata.internal/abc", False),
        ("https://fcm.googleapis.com/a b", False),
        ("https://fcm.googleapis.com/\r\nHost: evil", False),
        ("https://fcm.googleapis.com:port/abc", False),
        ("file:///etc/passwd", False),
        ("https://fcm.googleapis.com/" + "x" * 1000, False),
        ("", False),
    ],
)
def test_only_push_services_are_sent_to(endpoint: str, sent: bool) -> None:
    """Those that the settings name, over HTTPS, at their usual port."""
    assert allowed(endpoint, PUSH_HOSTS) is sent
    if not sent:
        with pytest.raises(Refusal, match="bad_device"):
            check_device("u", endpoint, **Browser("x").subscription()["keys"], hosts=PUSH_HOSTS)


@pytest.mark.parametrize(
    ("address", "out"),
    [
        ("8.8.8.8", True),
        ("2a00:1450:4001:81c::200a", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("::127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_home_is_known_by_its_addresses(address: str, out: bool) -> None:
    """Whatever form they are written in."""
    assert public(address) is out


def test_a_name_that_leads_home_is_not_followed(monkeypatch: pytest.MonkeyPatch, service: PushService) -> None:
    """However good the name: what a name server answers is looked at when the connection is made."""
    port = int(service.origin.rpartition(":")[2])

    async def home(*_: Any, **__: Any) -> Any:
        return [(2, 1, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(asyncio.base_events.BaseEventLoop, "getaddrinfo", home)
    before = len(service.taken)
    with pytest.raises(Again):
        send(Config(base_url=BASE), message(Browser("https://fcm.googleapis.com/fcm/send/abc")))
    assert len(service.taken) == before


def test_devices_are_few_and_move_with_their_browser(server: Inside, service: PushService) -> None:
    """The eleventh takes the place of the first; a browser in which somebody else signs in is theirs."""
    ana, _ = account(server, "Ana")
    names = [
        ana.call("POST", "/me/notices/devices", service.browser(f"many{number}").subscription())["id"]
        for number in range(11)
    ]
    found = ana.call("GET", "/me/notices")
    assert found["devices"] == names[1:]
    assert found["push"] is True
    assert found["zone"] == "Europe/Brussels"
    assert found["key"] == public_key(server.hub.push.key)
    assert len(base64.urlsafe_b64decode(found["key"] + "=")) == 65
    bob = guest(server.base, "Bob")
    bob.call("POST", "/me/notices/devices", service.browser("many5").subscription())
    assert names[5] not in ana.call("GET", "/me/notices")["devices"]
    assert bob.call("GET", "/me/notices")["devices"] == [names[5]] == [device_id(f"{service.origin}/send/many5")]
    assert refused(ana, "DELETE", f"/me/notices/devices/{names[5]}") == "not_found"
    ana.call("DELETE", f"/me/notices/devices/{names[6]}")
    assert len(ana.call("GET", "/me/notices")["devices"]) == 8
    ana.call("DELETE", "/session")  # signed out everywhere: on no device anything more
    assert {row.user_id for row in rows(server, SUBSCRIPTIONS)} == {bob.call("GET", "/me")["id"]}


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": "", "auth": ""},
        {"p256dh": "A" * 87, "auth": "A" * 22},
        {"p256dh": "not base64!", "auth": "A" * 22},
    ],
)
def test_keys_that_are_none_are_refused(server: Inside, service: PushService, keys: dict[str, str]) -> None:
    """A point that is not on the curve too."""
    given = service.browser("bad").subscription(keys=keys)
    assert refused(guest(server.base), "POST", "/me/notices/devices", given) == "bad_device"


def test_a_server_that_does_not_know_its_address_sends_nothing(tmp_path: Path, service: PushService) -> None:
    """There would be nothing to sign with a contact, and no link to follow."""
    with Inside(tmp_path) as server:
        cy = guest(server.base, "Cy")
        assert cy.call("GET", "/me/notices")["key"] is None
        assert refused(cy, "POST", "/me/notices/devices", service.browser("x").subscription()) == "no_push"


def test_bots_have_no_notices(server: Inside) -> None:
    """They are there, or they are not."""
    dan, _ = account(server, "Dan")
    bot = Api(server.base, dan.call("POST", "/me/tokens", {"label": "bot"})["token"])
    assert refused(bot, "GET", "/me/notices") == "bots_only"
