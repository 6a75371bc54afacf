"""Mail: plain text over SMTP, sent by threads of its own. A server without a mail host offers nothing of it."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr

from ...core.words import say
from ..config import Config
from ..wire.refusals import Refusal
from .outbox import PAUSES, Again, Never, Outbox

LONGEST = 254
_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"[A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}}@(?:{_LABEL}\.)+[A-Za-z]{{2,63}}")


@dataclass(frozen=True)
class Mail:
    """One mail. `stop`: where one click ends all notices, for mails that are notices."""

    to: str
    subject: str
    text: str
    stop: str | None = None


def clean_address(address: str) -> str:
    """An address that can be written to, plain ASCII; Refusal when it is none."""
    found = address.strip()
    name = found.partition("@")[0]
    if len(found) > LONGEST or not _ADDRESS.fullmatch(found) or ".." in name or name[0] == "." or name[-1] == ".":
        raise Refusal("bad_address", 400)
    return found


def message(mail: Mail, sender: str) -> EmailMessage:
    """As it travels. No header can be smuggled in: the library refuses line ends in any."""
    name, address = parseaddr(sender)
    made = EmailMessage()
    made["From"] = Address(display_name=name, addr_spec=address)
    made["To"] = Address(addr_spec=mail.to)
    made["Subject"] = " ".join(mail.subject.split())
    made["Date"] = formatdate()
    made["Message-ID"] = make_msgid(domain=address.rpartition("@")[2])
    made["Auto-Submitted"] = "auto-generated"
    if mail.stop is not None:
        made["List-Unsubscribe"] = f"<{mail.stop}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made.set_content(mail.text)
    return made


def letter(to: str, language: str, what: str, link: str) -> Mail:
    """A mail that brings a link; nothing that any user wrote is in it, for who gets it may not know them."""
    subject, text = say(language, f"server.mail.{what}.subject"), say(language, f"server.mail.{what}.text", link=link)
    return Mail(to, subject, text)


class Mailer:
    """Sends mails."""

    def __init__(self, config: Config, pauses: tuple[float, ...] = PAUSES) -> None:
        self._config = config
        self._threads = ThreadPoolExecutor(2, "mail")
        self.outbox: Outbox[Mail] = Outbox("mail", self._send, pauses=pauses, at_once=2)

    @property
    def offered(self) -> bool:
        """Whether this server can send mail."""
        return bool(self._config.mail_host)

    def put(self, mail: Mail) -> bool:
        """Send it soon; False where it will not be."""
        return self.offered and self.outbox.put(mail)

    async def _send(self, mail: Mail) -> None:
        await asyncio.get_running_loop().run_in_executor(self._threads, deliver, self._config, mail)

    async def close(self) -> None:
        """Stop; what waits is not sent."""
        await self.outbox.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


def deliver(config: Config, mail: Mail) -> None:
    """Hand it to the mail host; Again when it may work later, Never when it is refused for good."""
    made = message(mail, config.mail_from)
    secure = ssl.create_default_context() if config.mail_tls != "none" else None
    timeout = config.mail_timeout
    try:
        if config.mail_tls == "tls":
            host: smtplib.SMTP = smtplib.SMTP_SSL(config.mail_host, config.mail_port, timeout=timeout, context=secure)
        else:
            host = smtplib.SMTP(config.mail_host, config.mail_port, timeout=timeout)
        with host:
            if config.mail_tls == "starttls":
                host.starttls(context=secure)
            if config.mail_user:
                host.login(config.mail_user, config.mail_password)
            host.send_message(made)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        raise (Never() if min(codes, default=0) >= 500 else Again(f"SMTP {codes}")) from error
    except smtplib.SMTPDataError as error:
        raise (Never() if error.smtp_code >= 500 else Again(f"SMTP {error.smtp_code}")) from error
    except (smtplib.SMTPException, OSError) as error:  # the host is away, or will not have us
        raise Again(type(error).__name__) from error
