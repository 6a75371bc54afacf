"""Mail: an address that counts once it is confirmed, a link for a lost password, nothing smuggled, nobody found out."""

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from sommet.client.api import Api
from sommet.server.config import Config
from sommet.server.configuring import configure
from sommet.server.people import addresses, mail, recovery
from sommet.server.people.mail import Mail, clean_address, message
from sommet.server.people.outbox import Again, Never
from sommet.server.store.schema import METADATA, RECOVERY, USERS
from sommet.server.wire.reasons import Unusable
from sommet.server.wire.refusals import Refusal

from .inside import Inside
from .letters import Letters, text
from .peeking import rows, within
from .test_recovery import NEW, OLD, account, refused

BASE = "https://play.example"
FROM = "Sommet <sommet@play.example>"


def mailing(letters: Letters, **more: Any) -> dict[str, Any]:
    """The settings of a server that sends mail there."""
    return {
        "base_url": BASE,
        "mail_host": "127.0.0.1",
        "mail_port": letters.port,
        "mail_from": FROM,
        "mail_tls": "none",
        **more,
    }


@pytest.fixture(scope="module")
def letters() -> Iterator[Letters]:
    """One mail host for all of these."""
    with Letters() as found:
        yield found


@pytest.fixture(scope="module")
def server(letters: Letters, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all of these."""
    with Inside(tmp_path_factory.mktemp("server"), **mailing(letters)) as inside:
        yield inside


def link(letter: EmailMessage, page: str) -> str:
    """The text of the link in a mail."""
    found = re.search(rf"{BASE}/{page}#([\w-]+)", text(letter))
    assert found, text(letter)
    return found[1]


def confirmed(server: Inside, letters: Letters, name: str, address: str) -> Api:
    """An account with that address."""
    api, _ = account(server, name)
    api.call("PUT", "/me/email", {"email": address, "password": OLD})
    letters.wait(1, lambda: sum(letter["X-To"] == address for letter in letters.taken))
    mine = next(letter for letter in letters.taken if letter["X-To"] == address)
    Api(server.base).call("POST", "/email/confirm", {"link": link(mine, "confirm")})
    return api


def test_an_address_counts_once_it_is_confirmed(server: Inside, letters: Letters) -> None:
    """By the link in the mail, once; it can be changed and removed; it is in the export."""
    letters.taken.clear()
    ana, codes = account(server, "Ana")
    assert ana.call("GET", "/me/reach") == {"mail": True, "email": None, "unconfirmed": None, "codes": len(codes)}
    assert refused(ana, "PUT", "/me/email", {"email": "ana@example.org", "password": NEW}) == "wrong_password"
    ana.call("PUT", "/me/email", {"email": "ana@example.org", "password": OLD})
    (letter,) = letters.wait(1)
    assert (letter["X-To"], letter["From"]) == ("ana@example.org", FROM)
    assert "Ana" not in letter.as_string().replace("ana@example.org", "")  # nothing that a user wrote
    assert ana.call("GET", "/me/reach")["unconfirmed"] == "ana@example.org"
    assert ana.call("GET", "/me/reach")["email"] is None
    token = link(letter, "confirm")
    assert refused(Api(server.base), "POST", "/email/confirm", {"link": token.swapcase()}) == "wrong_link"
    Api(server.base).call("POST", "/email/confirm", {"link": token})
    assert ana.call("GET", "/me/reach")["email"] == "ana@example.org"
    assert refused(Api(server.base), "POST", "/email/confirm", {"link": token}) == "wrong_link"
    assert ana.call("GET", "/me/export")["reach"]["email"] == "ana@example.org"
    ana.call("PUT", "/me/email", {"email": "other@example.org", "password": OLD})
    assert ana.call("GET", "/me/reach")["email"] == "ana@example.org"  # until the new one is confirmed
    ana.call("DELETE", "/me/email")
    assert ana.call("GET", "/me/reach") == {"mail": True, "email": None, "unconfirmed": None, "codes": len(codes)}


def test_a_confirmation_is_too_late_after_two_days(server: Inside) -> None:
    """And is no link for a password."""
    ben, _ = account(server, "Ben")
    me, now = ben.call("GET", "/me")["id"], server.hub.now()
    late = within(server, lambda db: addresses.ask_to_confirm(db, me, "ben@example.org", now - 2 * recovery.DAY))
    assert refused(Api(server.base), "POST", "/email/confirm", {"link": late}) == "wrong_link"
    fresh = within(server, lambda db: addresses.ask_to_confirm(db, me, "ben@example.org", now))
    assert refused(Api(server.base), "POST", "/recovery/link", {"link": fresh, "password": NEW}) == "wrong_link"


def test_a_lost_password_is_replaced_by_a_link_in_a_mail(server: Inside, letters: Letters) -> None:
    """In the account's language; at most three a day, each good for the day."""
    letters.taken.clear()
    cy = confirmed(server, letters, "Cy", "cy@example.org")
    cy.call("PUT", "/me/notices", {"mail": False, "push": False, "zone": "UTC", "language": "nl"})
    for _ in range(5):
        Api(server.base).call("POST", "/recovery", {"name": "cy"})
    sent = [letter for letter in letters.wait(4) if letter["Subject"] == "Sommet: een nieuw wachtwoord"]
    assert len([row for row in rows(server, RECOVERY) if row.kind == "link"]) == len(sent) == 3
    first = {"link": link(sent[0], "recover"), "password": NEW}
    assert Api(server.base).call("POST", "/recovery/link", first)["name"] == "Cy"
    assert refused(cy, "GET", "/me") == "sign_in"


def test_nobody_is_found_out_by_asking(server: Inside, letters: Letters) -> None:
    """A name without an account, one without an address, a banned one: the same answer, and no mail."""
    letters.taken.clear()
    account(server, "Dan")
    confirmed(server, letters, "Eve", "eve@example.org")
    within(server, lambda db: db.execute(USERS.update().where(USERS.c.name == "Eve").values(banned=True)))
    letters.taken.clear()
    answers = {str(Api(server.base).call("POST", "/recovery", {"name": name})) for name in ("Nobody", "Dan", "Eve")}
    assert answers == {"None"}
    confirmed(server, letters, "Fay", "fay@example.org")  # whatever was to come has come by now
    assert {letter["X-To"] for letter in letters.taken} == {"fay@example.org"}


def test_an_address_goes_with_its_account(server: Inside, letters: Letters) -> None:
    """Nothing that is stored has it any more, nor any code, link, wish or device of theirs."""
    gil = confirmed(server, letters, "Gil", "gil@example.org")
    gil.call("PUT", "/me/notices", {"mail": True, "push": False, "zone": "Europe/Brussels", "language": "en"})
    gil.call("PUT", "/me/email", {"email": "gil.new@example.org", "password": OLD})
    me = gil.call("GET", "/me")["id"]
    assert gil.call("GET", "/me/export")["reach"]["unconfirmed"] == "gil.new@example.org"
    gil.call("DELETE", "/me")
    everything = str([rows(server, table) for table in METADATA.sorted_tables])
    assert "gil" not in everything
    assert me not in everything


def test_no_letter_box_is_filled(server: Inside) -> None:
    """Three confirmations to one address, from however many accounts."""
    codes = []
    for number in range(4):
        api, _ = account(server, f"Many {number}")
        try:
            api.call("PUT", "/me/email", {"email": "Victim@example.org", "password": OLD})
        except Exception as error:
            codes.append(getattr(error, "code", ""))
    assert codes == ["slow_down"]


@pytest.mark.parametrize(
    "address",
    [
        "a@b.org\r\nBcc: everybody@example.org",
        "a@b.org\nSubject: x",
        "a@b.org, c@d.org",
        "<a@b.org>",
        '"a b"@c.org',
        "a@b",
        "a@[127.0.0.1]",
        "@b.org",
        "a..b@c.org",
        "a@b.org\0",
        "é@b.org",
        "-oX @b.org",
        "x" * 65 + "@b.org",
    ],
)
def test_what_is_no_address_is_refused(server: Inside, address: str) -> None:
    """Before anything is stored or sent."""
    with pytest.raises(Refusal, match="bad_address"):
        clean_address(address)
    hal = Api(server.base)
    hal.call("POST", "/accounts", {"name": f"H{abs(hash(address)) % 10**9}", "password": OLD})
    assert refused(hal, "PUT", "/me/email", {"email": address, "password": OLD}) in ("bad_address", "no_text")


def test_names_smuggle_no_headers_into_a_mail() -> None:
    """Line ends in a subject become blanks; in an address they are an error."""
    nasty = "Bob\r\nBcc: everybody@example.org\r\n\r\nBuy this"
    made = message(Mail("a@b.org", f"Your turn with {nasty}", nasty, "https://x.example/stop"), FROM)
    raw = made.as_bytes()
    headers = raw.partition(b"\n\n")[0]
    assert b"\nBcc" not in headers
    assert made["List-Unsubscribe"] == "<https://x.example/stop>"
    assert made["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    with pytest.raises(ValueError, match=r"CR or LF"):
        message(Mail("a@b.org\r\nBcc: c@d.org", "x", "y"), FROM)


def test_a_server_without_a_mail_host_offers_nothing_of_mail(tmp_path: Path) -> None:
    """And says so."""
    with Inside(tmp_path, base_url=BASE) as server:
        ina, _ = account(server, "Ina")
        assert ina.call("GET", "/me/reach")["mail"] is False
        assert ina.call("GET", "/me/notices")["mailable"] is False
        assert refused(ina, "PUT", "/me/email", {"email": "a@b.org", "password": OLD}) == "no_mail"
        assert refused(ina, "POST", "/recovery", {"name": "Ina"}) == "no_mail"


def test_a_mail_that_is_refused_for_now_is_sent_again(tmp_path: Path) -> None:
    """Later; the server goes on meanwhile."""
    with Letters() as letters:
        letters.answer = lambda letter: "451 later" if letters.asked < 3 else "250 taken"

        def impatient(hub: Any) -> None:
            hub.mail.outbox.pauses = (0.0, 0.05, 0.05, 0.05)

        with Inside(tmp_path, impatient, **mailing(letters)) as server:
            jon, _ = account(server, "Jon")
            jon.call("PUT", "/me/email", {"email": "jon@example.org", "password": OLD})
            letters.wait(1)
            assert letters.asked == 3


def test_mail_is_never_sent_less_safely_than_asked_for() -> None:
    """A host that has no STARTTLS is given nothing where that is asked for; who refuses for good is not asked again."""
    with Letters() as letters:
        config = Config(**mailing(letters, mail_tls="starttls"))
        with pytest.raises(Again):
            mail.deliver(config, Mail("a@b.org", "x", "y"))
        assert letters.asked == 0
        letters.answer = lambda letter: "550 no such user"
        with pytest.raises(Never):
            mail.deliver(Config(**mailing(letters)), Mail("a@b.org", "x", "y"))


def test_mail_needs_to_know_the_servers_address_and_whom_it_is_from() -> None:
    """A setting that would do nothing is an error."""
    with pytest.raises(Unusable):
        configure({}, {"SOMMET_MAIL_HOST": "mail.example"})
    given = {"SOMMET_MAIL_HOST": "mail.example", "SOMMET_MAIL_FROM": FROM, "SOMMET_BASE_URL": BASE}
    assert configure({}, given).mail_tls == "starttls"
    with pytest.raises(Unusable):
        configure({}, {**given, "SOMMET_MAIL_TLS": "perhaps"})
