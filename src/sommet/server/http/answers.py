"""What all HTTP handlers share: the hub, the user, the form of errors."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from ...core.errors import SommetError
from ...core.words import say
from ..hub import Hub
from ..metrics import REFUSED
from ..people.accounts import COOKIE, User
from ..store.database import StoreError
from ..wire.asgi import address_of
from ..wire.bodies import Error, ErrorBody
from ..wire.languages import preferred
from ..wire.refusals import Refusal, RuleRefusal

log = logging.getLogger("sommet.http")
_WHAT = {
    400: "Not understood, or not allowed by the rules",
    401: "Sign in first",
    403: "Not yours to do",
    404: "Not there",
    409: "Not now",
    413: "Too large",
    429: "Too much at once",
    503: "The store is away",
}


def ERRORS(*codes: int) -> dict[int, ResponseSpec]:  # noqa: N802
    """The errors an operation documents; those that any may give are added."""
    return {
        code: ResponseSpec(ErrorBody, generate_examples=False, description=_WHAT[code])
        for code in sorted({*codes, 400, 403, 429, 503})
    }


def hub_of(request: Request[Any, Any, Any]) -> Hub:
    """This process' hub."""
    hub: Hub = request.app.state.hub
    return hub


async def known(request: Request[Any, Any, Any]) -> User | None:
    """Who asks, if that is known."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    bearer = token.strip() if scheme.lower() == "bearer" else None
    user = await hub_of(request).user(request.cookies.get(COOKIE), bearer)
    if user is not None:
        hub_of(request).payers.note(user, address_of(request.scope))  # type: ignore[arg-type]
    return user


async def signed_in(request: Request[Any, Any, Any], person: bool = False, account: bool = False) -> User:
    """Who asks; Refusal when nobody. `person`: not by a bot token."""
    user = await known(request)
    if user is None:
        raise Refusal("sign_in", 401)
    if person and user.bot:
        raise Refusal("bots_only", 403)
    if account and user.guest:
        raise Refusal("accounts_only", 403)
    return user


def language(request: Request[Any, Any, Any]) -> str:
    """The language the client prefers, as far as we speak it."""
    return preferred(request.headers.get("accept-language", ""))


def _answer(status: int, code: str, message: str, clause: str | None = None) -> Response[ErrorBody]:
    REFUSED.labels(code).inc()
    headers = {"retry-after": "1"} if status in (429, 503) else {}
    return Response(
        ErrorBody(Error(code, message, clause)), status_code=status, media_type="application/json", headers=headers
    )


def refusal(request: Request[Any, Any, Any], error: Refusal) -> Response[ErrorBody]:
    """The server says no."""
    log.info("refused", extra={"code": error.code, "path": request.url.path})
    return _answer(error.status, error.code, error.say(language(request)), error.clause)


def rules(request: Request[Any, Any, Any], error: SommetError) -> Response[ErrorBody]:
    """The rules say no."""
    return refusal(request, RuleRefusal(error))


def away(request: Request[Any, Any, Any], error: StoreError) -> Response[ErrorBody]:
    """The store is away."""
    return refusal(request, Refusal("unavailable", 503, why=error))


def http(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorBody]:
    """What Litestar itself refuses."""
    if error.status_code == 404:
        return refusal(request, Refusal("not_found", 404))
    if error.status_code == 413:
        return refusal(request, Refusal("too_large", 413))
    why = error.detail if isinstance(error, ValidationException) else str(error.detail)
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        why = f"{extra[0].get('key', '')}: {extra[0].get('message', '')}"
    answer = refusal(
        request, Refusal("bad_request", error.status_code, why=why[:160].replace("{", "").replace("}", ""))
    )
    if error.headers:
        answer.headers.update(error.headers)
    return answer


def broken(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    """A mistake of ours."""
    if isinstance(error, msgspec.ValidationError | msgspec.DecodeError | RecursionError | UnicodeError):
        return refusal(request, Refusal("bad_request", 400, why="JSON"))
    log.error("request failed", exc_info=error, extra={"path": request.url.path})
    return Response(
        ErrorBody(Error("internal", say(language(request), "server.refused.internal"))),
        status_code=500,
        media_type="application/json",
    )


HANDLERS: dict[Any, Any] = {
    Refusal: refusal,
    RuleRefusal: refusal,
    SommetError: rules,
    StoreError: away,
    HTTPException: http,
    Exception: broken,
}
