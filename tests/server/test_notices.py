"""Your turn, with days a move: told once, to whoever is not there, not at night, until one click; nothing hidden."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
import sqlalchemy as sa

from sommet.client.api import Api
from sommet.server.config import Config
from sommet.server.people import notices
from sommet.server.people.notices import Notice
from sommet.server.store.database import Store
from sommet.server.store.schema import LOG, NOTICE_WISHES, NOTICES, TABLES, USERS

from .inside import Inside
from .letters import Letters, text
from .peeking import rows, within
from .pushed import PushService
from .running import guest, new_table
from .talking import talking
from .test_addresses import BASE, confirmed, mailing
from .test_recovery import refused

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
WISH = {"mail": True, "push": False, "zone": "UTC", "language": "en"}


@pytest.fixture(scope="module")
def letters() -> Iterator[Letters]:
    """One mail host for all of these."""
    with Letters() as found:
        yield found


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    """One push service for all of these."""
    with PushService(lambda path: 410 if path.endswith("gone") else 201) as found:
        yield found


@pytest.fixture(scope="module")
def server(letters: Letters, service: PushService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    given = mailing(letters, push_hosts=service.origin)
    with Inside(tmp_path_factory.mktemp("server"), **given) as inside:
        yield inside


def notice_round(server: Inside) -> None:
    """What the server does by itself every twenty seconds."""
    task = server.hub.noticing._task
    assert task is not None
    asyncio.run_coroutine_threadsafe(server.hub.noticing.round(), task.get_loop()).result(60)


def later(server: Inside, table: str, milliseconds: int) -> None:
    """Time passes at a table: all that happened there was that much earlier."""

    def write(db: sa.Connection) -> None:
        db.execute(LOG.update().where(LOG.c.table_id == table).values(at=LOG.c.at - milliseconds))
        db.execute(NOTICES.update().where(NOTICES.c.table_id == table).values(due=NOTICES.c.due - milliseconds))

    within(server, write)
    room = server.hub.tables.rooms.get(table)
    if room is not None and not room.attendance:
        del server.hub.tables.rooms[table]


@contextmanager
def begun(apis: list[Api], days: int = 3, **more: Any) -> Iterator[tuple[str, dict[int, Any]]]:
    """A game with days a move in which all are at the table: its name, and the talk at each seat."""
    table = new_table(apis, {"game": "babylone", "clock": {"kind": "days", "days": days}, **more})
    with talking(apis[0], table) as one, talking(apis[1], table) as two:
        while one.view is None or two.view is None:
            (one if one.view is None else two).hear("update")
        yield table, {0: one, 1: two}


def players(server: Inside, letters: Letters, names: tuple[str, str]) -> list[Api]:
    """Two accounts that want mail."""
    found = []
    for name in names:
        api = confirmed(server, letters, name, f"{name.lower()}@example.org")
        api.call("PUT", "/me/notices", WISH)
        found.append(api)
    return found


def left(server: Inside, table: str) -> None:
    """Until the server has seen that all have gone."""
    for _ in range(3000):
        room = server.hub.tables.rooms.get(table)
        if room is None or not room.attendance:
            return
        time.sleep(0.01)
    raise AssertionError("somebody is still there")


def told(server: Inside, letters: Letters, table: str) -> list[EmailMessage]:
    """Every mail about that table that was sent, once all have gone out."""
    deadline = time.monotonic() + 60
    while server.hub.mail.outbox.waiting:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return [letter for letter in letters.taken if f"{BASE}/t/{table}" in text(letter)]


def test_whoever_is_away_is_told_once_that_it_is_their_turn(server: Inside, letters: Letters) -> None:
    """By mail, after a minute; the mail names the game, the opponent and the table, and can be stopped by one click."""
    apis = players(server, letters, ("Ana", "Bob"))
    with begun(apis) as (table, talks):
        mover = talks[0].view["to_move"]
        other = 1 - mover
    left(server, table)
    notice_round(server)
    assert told(server, letters, table) == []  # not within a minute
    later(server, table, 2 * MINUTE)
    for _ in range(3):
        notice_round(server)
        later(server, table, HOUR)
    mails = told(server, letters, table)
    assert len(mails) == 2
    turn = next(mail for mail in mails if mail["Subject"] == "Your turn in Babylone")
    begun_ = next(mail for mail in mails if mail["Subject"] == "Babylone has started")
    names = ("Ana", "Bob")
    assert turn["X-To"] == f"{names[mover].lower()}@example.org"
    assert begun_["X-To"] == f"{names[other].lower()}@example.org"
    assert f"It’s your turn in Babylone, with {names[other]}." in text(turn)
    assert f"{BASE}/t/{table}" in text(turn)
    stop = within(server, lambda db: stop_token(db, names[mover]))
    assert turn["List-Unsubscribe"].strip() == f"<{BASE}/api/v1/notices/stop/{stop}>"
    assert turn["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"{BASE}/stop#{stop}" in text(turn)


def stop_token(db: sa.Connection, name: str) -> str:
    """What is behind somebody's one click."""
    joined = sa.join(USERS, NOTICE_WISHES, USERS.c.id == NOTICE_WISHES.c.user_id)
    query = sa.select(NOTICE_WISHES.c.stop).select_from(joined).where(USERS.c.name == name)
    return str(db.execute(query).scalar_one())


def test_whoever_is_at_the_table_is_not_told(server: Inside, letters: Letters) -> None:
    """Neither now nor when they go: they have seen it. The reminder comes all the same."""
    apis = players(server, letters, ("Cy", "Dan"))
    with begun(apis) as (table, talks):
        later(server, table, 2 * MINUTE)
        notice_round(server)
        mover = talks[0].view["to_move"]
    left(server, table)
    notice_round(server)
    later(server, table, HOUR)
    notice_round(server)
    assert told(server, letters, table) == []
    later(server, table, 3 * DAY - 8 * HOUR)  # seven hours are left
    notice_round(server)
    assert told(server, letters, table) == []
    later(server, table, 2 * HOUR)
    notice_round(server)
    notice_round(server)
    (mail,) = told(server, letters, table)
    assert mail["Subject"] == "Your time in Babylone is running out"
    assert mail["X-To"] == f"{('cy', 'dan')[mover]}@example.org"


def test_a_move_in_time_makes_the_reminder_pointless(server: Inside, letters: Letters) -> None:
    """Whoever has moved, given up or been forgotten is not reminded."""
    apis = players(server, letters, ("Eve", "Fay"))
    with begun(apis, days=1) as (table, talks):
        later(server, table, 2 * MINUTE)
        notice_round(server)
        mover = talks[0].view["to_move"]
        talks[mover].answer("resign")
    left(server, table)
    later(server, table, 20 * HOUR)
    notice_round(server)
    assert told(server, letters, table) == []


@pytest.mark.parametrize("how", ["banned", "deleted", "stopped", "address"])
def test_nobody_is_told_anything_after_they_went(server: Inside, letters: Letters, how: str) -> None:
    """Banned, forgotten, stopped by one click, without an address."""
    names = (f"Gus {how}", f"Hal {how}")
    apis = [confirmed(server, letters, name, f"{name.lower().replace(' ', '.')}@example.org") for name in names]
    for api in apis:
        api.call("PUT", "/me/notices", WISH)
    with begun(apis) as (table, talks):
        mover = talks[0].view["to_move"]
    left(server, table)
    name = names[mover]
    if how == "banned":
        within(server, lambda db: db.execute(USERS.update().where(USERS.c.name == name).values(banned=True)))
    elif how == "deleted":
        apis[mover].call("DELETE", "/me")
    elif how == "address":
        apis[mover].call("DELETE", "/me/email")
    else:
        token = within(server, lambda db: stop_token(db, name))
        address = f"{server.base}/api/v1/notices/stop/{token}"
        assert _seen(server, f"/api/v1/notices/stop/{token}") == (303, f"/stop#{token}")
        assert apis[mover].call("GET", "/me/notices")["mail"] is True  # looking at a link does nothing
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        with urlopen(Request(address, b"List-Unsubscribe=One-Click", form, method="POST"), timeout=30) as done:
            assert done.status == 204
        assert apis[mover].call("GET", "/me/notices")["mail"] is False
    later(server, table, 2 * MINUTE)
    notice_round(server)
    later(server, table, 3 * DAY - HOUR)
    notice_round(server)
    found = {mail["X-To"][:3] for mail in told(server, letters, table)}
    assert found <= {names[1 - mover].lower()[:3]}
    assert found or how == "deleted"  # which may end the game


def _seen(server: Inside, path: str) -> tuple[int, str | None]:
    """What a program that looks at mails finds behind a link."""
    connection = HTTPConnection(server.base.removeprefix("http://"), timeout=30)
    try:
        connection.request("GET", path, headers={"Accept": "text/html"})
        answer = connection.getresponse()
        return answer.status, answer.headers["Location"]
    finally:
        connection.close()


def test_a_device_is_told_what_only_it_can_read(server: Inside, letters: Letters, service: PushService) -> None:
    """A guest's too; in their language; a device that is gone is forgotten. Nothing hidden is in it."""
    ina, jon = guest(server.base, "Ina"), guest(server.base, "@on_top.name {0}")
    browsers = {}
    for api, name in ((ina, "ina"), (jon, "jon")):
        browsers[name], gone = service.browser(name), service.browser(f"{name}-gone")
        api.call("POST", "/me/notices/devices", browsers[name].subscription(language="fr"))
        api.call("POST", "/me/notices/devices", gone.subscription(language="fr"))
    before = len(service.taken)
    with begun([ina, jon]) as (table, talks):
        mover = talks[0].view["to_move"]
    left(server, table)
    later(server, table, 2 * MINUTE)
    notice_round(server)
    taken = service.wait(before + 4)[before:]
    name, other = (("ina", "@on_top.name {0}"), ("jon", "Ina"))[mover]
    (body,) = [body for path, _, body in taken if path == f"/send/{name}"]
    assert browsers[name].decrypt(body) == {
        "title": "Babylone\xa0: à vous de jouer",
        "body": f"C’est à vous de jouer à Babylone, avec {other}.",
        "path": f"/t/{table}",
    }
    for api in (ina, jon):
        for _ in range(3000):
            if len(api.call("GET", "/me/notices")["devices"]) == 1:
                break
        assert len(api.call("GET", "/me/notices")["devices"]) == 1


def test_a_notice_waits_until_the_quiet_hours_are_over(server: Inside, letters: Letters) -> None:
    """It is put off, not lost."""
    apis = players(server, letters, ("Kim", "Lea"))
    minute = server.hub.now() // MINUTE % 1440
    quiet = {"quiet_from": (minute - 60) % 1440, "quiet_to": (minute + 120) % 1440}
    for api in apis:
        api.call("PUT", "/me/notices", {**WISH, **quiet})
    with begun(apis):
        pass
    with begun(apis) as (table, _):
        pass
    left(server, table)
    later(server, table, 2 * MINUTE)
    notice_round(server)
    assert told(server, letters, table) == []
    waiting = [row for row in rows(server, NOTICES) if row.table_id == table and row.kind == "turn"]
    assert 100 * MINUTE < waiting[0].due - server.hub.now() <= 120 * MINUTE
    for api in apis:
        api.call("PUT", "/me/notices", WISH)  # from now on by night too
    _hurry(server, table)
    notice_round(server)
    assert len(told(server, letters, table)) == 2


def test_a_table_that_cannot_be_read_keeps_no_other_from_being_told(server: Inside, letters: Letters) -> None:
    """It is passed over, once."""
    apis = players(server, letters, ("Mel", "Nan"))
    with begun(apis) as (broken, _):
        pass
    with begun(apis) as (table, _):
        pass
    left(server, broken)
    left(server, table)
    within(server, lambda db: db.execute(LOG.update().where(LOG.c.table_id == broken).values(text="nonsense")))
    later(server, broken, 3 * MINUTE)
    later(server, table, 2 * MINUTE)
    notice_round(server)
    assert len(told(server, letters, table)) == 2
    assert told(server, letters, broken) == []
    assert [row.due for row in rows(server, NOTICES) if row.table_id == broken] == [None]


def test_one_click_from_a_strange_site_or_with_a_wrong_token_does_nothing(server: Inside) -> None:
    """The token is the key."""
    nobody = Api(server.base)
    assert refused(nobody, "POST", "/notices/stop/" + "x" * 32) == "not_found"
    assert refused(nobody, "POST", "/notices/stop/" + "x" * 300) in ("bad_request", "not_found")


def test_wishes_are_checked(server: Inside) -> None:
    """Zones, hours, languages."""
    mia = guest(server.base, "Mia")
    for change in (
        {"zone": "No/Where"},
        {"zone": "../../etc/passwd"},
        {"quiet_from": 60},
        {"quiet_from": 1440, "quiet_to": 0},
        {"language": "xx"},
        {"mail": "yes"},
    ):
        assert refused(mia, "PUT", "/me/notices", {**WISH, **change}) in ("bad_zone", "bad_request")
    kept = mia.call("PUT", "/me/notices", {**WISH, "quiet_from": 1320, "quiet_to": 480})
    assert (kept["quiet_from"], kept["quiet_to"], kept["mailable"]) == (1320, 480, False)
    assert "stop" not in json.dumps(kept)


def test_a_table_has_a_pace_where_days_are_counted(server: Inside) -> None:
    """Milliseconds a move."""
    nel = guest(server.base, "Nel")
    paces = []
    for clock in ({"kind": "days", "days": 2}, {"kind": "move", "seconds": 60}, {"kind": "none"}):
        made = nel.call("POST", "/tables", {"settings": {"game": "babylone", "clock": clock}})
        paces += [row.pace for row in rows(server, TABLES) if row.id == made["id"]]
    assert paces == [2 * DAY, None, None]


def test_of_several_processes_one_sends(new_postgres: Callable[[], str]) -> None:
    """They plan the same, and one claims it; each round is one process'. On PostgreSQL."""

    url = Config(database=new_postgres()).url()

    async def run() -> None:
        stores = [Store(url) for _ in range(2)]
        for store in stores:
            await store.open()
        try:
            mine = [await store.write(lambda db: notices.my_round(db, 1000, 500)) for store in stores]
            assert mine == [True, False]
            assert await stores[1].write(lambda db: notices.my_round(db, 1501, 500))
            assert await stores[0].write(lambda db: notices.my_round(db, 5, 500))  # the clock was set back
            await stores[0].write(_table)
            planned = [Notice("t", 0, 1, "turn", 100), Notice("t", 0, 1, "reminder", 900)]
            for store in stores:
                await store.write(lambda db: notices.plan(db, planned, 50))
            found = [await store.read(lambda db: notices.due(db, 200, 10)) for store in stores]
            assert found[0] == found[1] == [planned[0]]
            claims = await asyncio.gather(*(store.write(lambda db: notices.claim(db, planned[0])) for store in stores))
            assert sorted(claims) == [False, True]
            assert await stores[0].read(lambda db: notices.unplanned(db, 10**15, 10)) == []
        finally:
            for store in stores:
                await store.close()

    asyncio.run(run())


def test_whoever_is_at_the_table_through_another_process_is_not_told(
    new_postgres: Callable[[], str], letters: Letters, tmp_path: Path
) -> None:
    """The process that looks after the notices hears who is where; when both look, each notice goes out once."""
    given = mailing(letters, database=new_postgres())
    with Inside(tmp_path, **given) as here, Inside(tmp_path, **given) as there:
        apis = players(here, letters, ("Oda", "Pia"))
        with begun(apis) as (table, talks):
            later(here, table, 2 * MINUTE)
            for _ in range(2):
                notice_round(there)
                _hurry(there, table)
            planned = {row.kind: row.due for row in rows(there, NOTICES) if row.kind != "reminder"}
            assert planned == {"started": None, "turn": None}
            assert told(there, letters, table) == []
            talks[talks[0].view["to_move"]].move()
        left(here, table)
        del there.hub.tables.rooms[table]
        later(here, table, 2 * MINUTE)
        for server in (here, there, here, there):
            notice_round(server)
            _hurry(server, table)
        sent = told(here, letters, table) + told(there, letters, table)
        assert [mail["Subject"] for mail in {mail["Message-ID"]: mail for mail in sent}.values()] == [
            "Your turn in Babylone"
        ]


def _hurry(server: Inside, table: str) -> None:
    """What waits for a moment is due now."""
    soon = (NOTICES.c.table_id == table, NOTICES.c.kind != "reminder", NOTICES.c.due.is_not(None))
    within(server, lambda db: db.execute(NOTICES.update().where(*soon).values(due=1)))


def _table(db: sa.Connection) -> None:
    values = {"id": "t", "owner": "u", "game": "g", "players": 2, "settings": "{}", "public": False, "pace": DAY}
    db.execute(TABLES.insert().values(**values, status="running", invite="i", secret="s", created=0, changed=0))


def test_whoever_is_blocked_sends_no_mail_by_a_challenge(server: Inside, letters: Letters) -> None:
    """Not even by one from before; another's is told."""
    ana, bob = players(server, letters, ("Askedana", "Askingbob"))
    eve = Api(server.base)
    eve.call("POST", "/accounts", {"name": "Askingeve", "password": "correct horse"})
    asked = {"user": ana.call("GET", "/me")["id"], "settings": {"game": "babylone"}}
    blocked, welcome = (api.call("POST", "/challenges", asked)["id"] for api in (bob, eve))
    ana.call("PUT", f"/me/blocks/{bob.call('GET', '/me')['id']}")
    notice_round(server)
    assert len(told(server, letters, welcome)) == 1
    assert told(server, letters, blocked) == []
