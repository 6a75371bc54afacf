"""Reports: whoever was there tells those who run the server, who see what was said; nobody floods them."""

import itertools
import json
from pathlib import Path

import pytest
import sqlalchemy as sa

from sommet.cli import main
from sommet.client.api import Api
from sommet.server.store.schema import REPORTS

from .inside import Inside
from .peeking import within
from .running import guest, new_table
from .talking import talking
from .test_friends import refused

_NUMBERS = itertools.count()


def _account(base: str) -> tuple[Api, str]:
    api = Api(base)
    made = api.call("POST", "/accounts", {"name": f"Watchful {next(_NUMBERS)}", "password": "correct horse"})
    return api, made["id"]


def test_a_report_reaches_the_operator_with_the_chat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With what was said, by their names; it is listed until it is dealt with, and goes when either side goes."""
    database = f"sqlite:///{tmp_path / 'inside.db'}"

    def admin(*words: str) -> str:
        assert main(["admin", "reports", *words, "--database", database, "--lang", "en"]) == 0
        return capsys.readouterr().out

    with Inside(tmp_path) as server:
        (ana, _), (bob, b), eve = _account(server.base), _account(server.base), guest(server.base, "Eve")
        table = new_table([ana, bob], {"game": "babylone"})
        with talking(ana, table) as one, talking(bob, table) as two:
            two.answer("say", text="rude \x1b[31mwords")
            one.hear("chat")
        report = {"user": b, "why": "chat", "table": table, "text": "They\nare rude."}
        ana.call("POST", "/reports", report)
        assert refused(ana, "POST", "/reports", report) == (409, "reported")
        (found,) = json.loads(admin("list", "--json"))["found"]
        assert (found["about"], found["table"], found["why"], found["text"]) == (b, table, "chat", "They are rude.")
        shown = admin("show", str(found["id"]))
        assert "rude" in shown
        assert "\x1b" not in shown
        assert json.loads(admin("show", str(found["id"]), "--json"))["chat"][0]["user"] == b
        assert ana.call("GET", "/me/export")["circle"]["reports"][0]["about"] == b
        assert "Reports dealt with: 1." in admin("close", str(found["id"]))
        assert json.loads(admin("list", "--json"))["count"] == 0
        assert json.loads(admin("list", "--all", "--user", b, "--json"))["count"] == 1
        assert main(["admin", "reports", "close", "77", "--database", database, "--lang", "en"]) == 1
        assert "no report 77" in capsys.readouterr().err
        eve.call("POST", "/reports", report)
        bob.call("DELETE", "/me")
        assert json.loads(admin("list", "--all", "--json"))["count"] == 0


def test_a_report_is_of_somebody_who_was_there(tmp_path: Path) -> None:
    """Not of oneself, nor of strangers to that table, nor at a table that one may not see; and not without end."""
    with Inside(tmp_path) as server:
        (ana, a), (bob, b), eve = _account(server.base), _account(server.base), guest(server.base, "Eve")
        e = eve.call("GET", "/me")["id"]
        table = new_table([ana, bob], {"game": "babylone", "watch": False})
        with talking(ana, table) as one, talking(bob, table):
            one.hear("update")

        def code(api: Api, user: str, **more: object) -> tuple[int, str]:
            server.hub.report_limits._buckets.clear()
            return refused(api, "POST", "/reports", {"user": user, "why": "chat", **more})

        assert code(ana, a, table=table) == (400, "yourself")
        assert code(ana, e, table=table) == code(ana, e) == code(ana, "nobody") == (404, "not_found")
        assert code(eve, b, table=table) == (403, "no_watching")
        assert code(ana, b, table="nowhere") == (404, "no_table")
        assert code(ana, b, why="because")[0] == code(ana, b, text="x" * 501)[0] == code(ana, b, text="\0")[0] == 400
        assert within(server, lambda db: db.execute(sa.select(sa.func.count()).select_from(REPORTS)).scalar()) == 0
        server.hub.report_limits._buckets.clear()
        codes = [refused(ana, "POST", "/reports", {"user": "nobody", "why": "other"}) for _ in range(4)]
        assert codes == [(404, "not_found")] * 3 + [(429, "slow_down")]
