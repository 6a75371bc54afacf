"""Lost passwords and notices on the page, in a real Chromium: codes, mails, a subscription, one click to stop."""

import json
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sommet.client.api import Api
from sommet.server.people.accounts import COOKIE

from ..server.inside import Inside
from ..server.letters import Letters, text
from ..server.peeking import within
from ..server.pushed import Browser as Keys
from ..server.pushed import PushService
from ..server.test_notices import begun, later, left, notice_round, stop_token
from .browser import Visitor
from .conftest import Meet

SUBSCRIPTION = """
    const given = %s;
    const unsubscribe = async () => { window.subscribed = null; return true; };
    const made = { ...given, options: {}, toJSON: () => given, unsubscribe };
    window.subscribed = null;
    PushManager.prototype.getSubscription = async () => window.subscribed;
    PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
        if (!userVisibleOnly || Notification.permission !== 'granted') throw new Error('not asked for');
        made.options.applicationServerKey = applicationServerKey.buffer;
        return (window.subscribed = made);
    };
"""


class Place:
    """A server that knows its address, its mail host and a push service."""

    def __init__(self, server: Inside, letters: Letters, service: PushService) -> None:
        self.server, self.letters, self.service = server, letters, service
        self.base = server.hub.config.base_url

    def link(self, page: str, number: int) -> str:
        """The link to that page in the newest of so many mails."""
        found = re.search(rf"{self.base}(/{page}#[\w-]+)", text(self.letters.wait(number)[number - 1]))
        assert found
        return found[1]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """One for all of these."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with Letters() as letters, PushService() as service:
        given: dict[str, Any] = {
            "port": port,
            "base_url": f"http://127.0.0.1:{port}",
            "mail_host": "127.0.0.1",
            "mail_port": letters.port,
            "mail_tls": "none",
            "mail_from": "Sommet <sommet@play.example>",
            "push_hosts": service.origin,
        }
        with Inside(Path(tmp_path_factory.mktemp("reach")), **given) as server:
            yield Place(server, letters, service)


def until(visitor: Visitor, holds: Callable[[], object]) -> None:
    """Until that holds in somebody's browser."""
    for _ in range(600):
        if holds():
            return
        visitor.page.wait_for_timeout(100)
    raise AssertionError("it never was so")


def new_account(page: Page, name: str) -> list[str]:
    """Create an account by hand; its codes, once they have been seen."""
    form = page.locator("section", has=page.locator("#entry"))
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password", exact=True).fill("correct horse")
    form.get_by_role("button", name="Create an account").click()
    dialog = page.get_by_role("dialog", name="Recovery codes")
    expect(dialog.locator("code")).to_have_count(10)
    return dialog.locator("code").all_inner_texts()


def test_codes_come_with_an_account_and_open_it_again(meet: Meet, place: Place) -> None:
    """Shown once, saved as a file; one of them and a new password, and the account is mine again."""
    visitor: Visitor = meet(base=place.base)
    page = visitor.go("/account")
    codes = new_account(page, "Ana")
    dialog = page.get_by_role("dialog", name="Recovery codes")
    with page.expect_download() as saved:
        dialog.get_by_role("link", name="Save as a file").click()
    kept = Path(saved.value.path()).read_text(encoding="utf-8")
    assert all(code in kept for code in codes)
    dialog.get_by_role("button", name="I’ve saved them").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("You have 10 unused recovery codes.")).to_be_visible()
    page.get_by_role("button", name="Sign out everywhere").click()
    page.locator("section", has=page.locator("#entry")).get_by_label("Sign in").check(force=True)
    page.get_by_role("link", name="Forgot your password?").click()
    expect(page.get_by_role("heading", name="Forgot your password?")).to_be_visible()
    page.get_by_label("Name").fill("ana")
    page.get_by_label("Recovery code").fill("0000-0000-0000-0000")
    page.get_by_label("New password").fill("battery staple")
    page.get_by_role("button", name="Set new password").click()
    expect(page.get_by_role("alert")).to_contain_text("is wrong")
    page.get_by_label("Recovery code").fill(codes[3].lower().replace("-", " "))
    page.get_by_role("button", name="Set new password").click()
    expect(page.get_by_role("heading", name="Ana")).to_be_visible()
    expect(page.get_by_text("You have 9 unused recovery codes.")).to_be_visible()
    page.get_by_role("button", name="Get new codes").click()
    section = page.locator("section", has=page.locator("#recovery"))
    section.get_by_label("Current password").fill("battery staple")
    section.get_by_role("button", name="Get new codes").click()
    expect(dialog.locator("code")).to_have_count(10)
    assert not set(dialog.locator("code").all_inner_texts()) & set(codes)


def test_an_address_is_confirmed_and_one_click_stops_it_all(meet: Meet, place: Place) -> None:
    """The page follows the links of the mails; a press does what they say. Quiet hours are by this device's clock."""
    place.letters.taken.clear()
    visitor: Visitor = meet(base=place.base)
    page = visitor.go("/account")
    new_account(page, "Bob")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Add an email address").click()
    section = page.locator("section", has=page.locator("#recovery"))
    section.get_by_label("Email address").fill("bob@example.org")
    section.get_by_label("Current password").fill("correct horse")
    section.get_by_role("button", name="Send link").click()
    expect(section.get_by_text("sent an email to bob@example.org")).to_be_visible()
    visitor.go(place.link("confirm", 1))
    page.get_by_role("button", name="Confirm address").click()
    expect(page.get_by_text("your address is confirmed")).to_be_visible()
    visitor.go("/account")
    notices = page.locator("#notices")
    notices.get_by_label("By email").check(force=True)
    notices.get_by_label("Quiet hours").check(force=True)
    notices.get_by_label("From").fill("21:30")
    notices.get_by_label("From").dispatch_event("change")
    expect(notices.get_by_text("Times are in")).to_be_visible()
    until(visitor, lambda: visitor.call("GET", "/me/notices")["quiet_from"] == 1290)
    wished = visitor.call("GET", "/me/notices")
    assert (wished["mail"], wished["quiet_to"]) == (True, 480)
    assert wished["zone"] == page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    token = within(place.server, lambda db: stop_token(db, "Bob"))
    visitor.go(f"/stop#{token}")
    assert visitor.call("GET", "/me/notices")["mail"] is True  # coming here does nothing yet
    page.get_by_role("button", name="Stop all notifications").click()
    expect(page.get_by_text("Done.")).to_be_visible()
    assert visitor.call("GET", "/me/notices")["mail"] is False


def test_a_lost_password_by_mail(meet: Meet, place: Place) -> None:
    """The way by mail is offered where the server has one; the link opens a form, and works once."""
    place.letters.taken.clear()
    visitor: Visitor = meet(base=place.base)
    page = visitor.go("/account")
    new_account(page, "Cy")
    visitor.call("PUT", "/me/email", {"email": "cy@example.org", "password": "correct horse"})
    visitor.call("POST", "/email/confirm", {"link": place.link("confirm", 1).partition("#")[2]})
    visitor.go("/recover")
    page.get_by_label("By email").check(force=True)
    page.get_by_label("Name").fill("Cy")
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_text("a link is on its way")).to_be_visible()
    link = place.link("recover", 2)
    other: Visitor = meet(base=place.base)
    there = other.go(link)
    there.get_by_label("New password").fill("battery staple")
    there.get_by_role("button", name="Set new password").click()
    expect(there.get_by_role("heading", name="Cy")).to_be_visible()


@pytest.fixture
def subscriber(meet: Meet, place: Place) -> Callable[[str], tuple[Visitor, Keys]]:
    """Somebody whose browser's push service is ours: Chromium without a window reaches none."""

    def come(name: str) -> tuple[Visitor, Keys]:
        visitor: Visitor = meet(base=place.base)
        keys = place.service.browser(name)
        given = {key: keys.subscription()[key] for key in ("endpoint", "keys")}
        visitor.context.add_init_script(SUBSCRIPTION % json.dumps(given))
        return visitor, keys

    return come


def test_a_device_is_told_after_a_press_and_shows_what_it_is_told(
    place: Place, subscriber: Callable[[str], tuple[Visitor, Keys]]
) -> None:
    """At a table with days a move; the service worker shows the notice, and a press on it opens the table."""
    (one, keys), (two, _) = subscriber("one"), subscriber("two")
    for visitor, name in ((one, "Dan"), (two, "Eve")):
        visitor.go("/account")
        visitor.call("POST", "/session/guest", {"name": name})
    one.context.grant_permissions(["notifications"], origin=place.base)
    page = one.go("/account")
    assert one.call("GET", "/me/notices")["devices"] == []  # nothing without a press
    active = "async () => ((await navigator.serviceWorker.getRegistration())?.active ?? null) !== null"
    until(one, lambda: page.evaluate(active))
    page.locator("#notices").get_by_label("On this device").check(force=True)
    until(one, lambda: len(one.call("GET", "/me/notices")["devices"]) == 1)
    expect(page.locator("#notices").get_by_label("On this device")).to_be_checked()

    apis = [_api(visitor, place) for visitor in (one, two)]
    before = len(place.service.taken)
    with begun(apis) as (table, talks):
        if talks[0].view["to_move"] == 1:
            talks[1].move()
    left(place.server, table)
    later(place.server, table, 120_000)
    notice_round(place.server)
    body = place.service.wait(before + 1)[before][2]
    told = keys.decrypt(body)
    assert told["path"] == f"/t/{table}"

    cdp = one.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    cdp.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    cdp.send("ServiceWorker.enable")
    page.wait_for_timeout(200)
    identity = registrations[0]["registrationId"]
    push = {"origin": place.base, "registrationId": identity, "data": json.dumps(told)}
    cdp.send("ServiceWorker.deliverPushMessage", push)
    shown = """async () => {
        const notifications = await (await navigator.serviceWorker.ready).getNotifications();
        return notifications.map(({ title, body, data }) => [title, body, data]);
    }"""
    until(one, lambda: page.evaluate(shown) == [[told["title"], told["body"], told["path"]]])
    (worker,) = one.context.service_workers
    opened = worker.evaluate(
        """async () => {
            const [notification] = await self.registration.getNotifications();
            self.clients.openWindow = async (address) => (self.opened = address);
            const event = new NotificationEvent('notificationclick', { notification });
            self.dispatchEvent(event);
            for (let tries = 0; tries < 100 && !self.opened; tries += 1) await new Promise((go) => setTimeout(go, 20));
            return self.opened;
        }"""
    )
    assert opened == f"{place.base}/t/{table}"

    page.locator("#notices").get_by_label("On this device").uncheck(force=True)
    until(one, lambda: len(one.call("GET", "/me/notices")["devices"]) == 0)


def test_a_table_with_days_a_move_offers_to_tell_me(
    place: Place, subscriber: Callable[[str], tuple[Visitor, Keys]]
) -> None:
    """A button while the others are waited for; no permission is asked for before it is pressed."""
    visitor, _ = subscriber("three")
    page = visitor.go("/account")
    visitor.call("POST", "/session/guest", {"name": "Fay"})
    clock = {"kind": "days", "days": 3}
    made = visitor.call("POST", "/tables", {"settings": {"game": "babylone", "clock": clock}})
    visitor.context.grant_permissions(["notifications"], origin=place.base)
    visitor.go(f"/t/{made['id']}")
    page.get_by_role("button", name="Notify me when it’s my turn").click()
    expect(page.get_by_text("You’ll be notified on this device.")).to_be_visible()
    assert len(visitor.call("GET", "/me/notices")["devices"]) == 1


def _api(visitor: Visitor, place: Place) -> Api:
    """The same person, as a program."""
    api = Api(place.base)
    api.cookie = next(cookie["value"].strip('"') for cookie in visitor.context.cookies() if cookie["name"] == COOKIE)
    return api
