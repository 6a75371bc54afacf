"""The application: HTTP, WebSockets and the hub behind them, made from a Config."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from .. import __version__
from ..core.extras import optional_imports
from ..core.registry import players

with optional_imports():
    from litestar import Litestar, Request, Response, Router, get
    from litestar.openapi.config import OpenAPIConfig
    from litestar.openapi.plugins import JsonRenderPlugin

    from .config import Config
    from .http import page_files
    from .http.access import Access
    from .http.addresses import ADDRESSES
    from .http.analyses import ANALYSES
    from .http.answers import ERRORS, HANDLERS, hub_of, language
    from .http.friends import FRIENDS
    from .http.guard import Guard
    from .http.incoming import MOST_BYTES
    from .http.learn import LEARN
    from .http.notices import NOTICES
    from .http.pictures import PICTURES
    from .http.profiles import PROFILES
    from .http.puzzles import PUZZLES
    from .http.recovery import RECOVERY
    from .http.scraping import metrics_
    from .http.sharing import Sharing
    from .http.study import STUDY
    from .http.tables import TABLES_ROUTER
    from .http.users import USERS
    from .hub import Hub
    from .store.database import StoreError
    from .wire import messages
    from .wire.asgi import App
    from .wire.bodies import Error, Failing, Health, ServerStatus
    from .wire.refusals import Refusal
    from .ws.sockets import sockets


@get("/healthz", responses=ERRORS(503), summary="Is the server well?", tags=["server"])
async def healthz(request: Request[Any, Any, Any]) -> Response[Health | Failing]:
    """200 when moves can be stored and read; each part says how it is. Found out by writing, once a second at most."""
    hub, spoken = hub_of(request), language(request)
    well = await hub.health.look() and not hub.stopping
    parts = {name: "ok" if why is None else why.say(spoken) for name, why in hub.health.parts.items()}
    if well:
        status = "ok" if set(parts.values()) == {"ok"} else "limping"
        return Response(Health(status, __version__, parts))
    reason = hub.health.parts["store"] or hub.health.parts["journal"] or StoreError("server.store.stopping")
    refused = Refusal("unavailable", 503, why=reason)
    error = Error(refused.code, refused.say(spoken))
    return Response(Failing(error, "failing", __version__, parts), status_code=503, headers={"retry-after": "1"})


@get("/api/v1/status", responses=ERRORS(), summary="Is everything compiled?", tags=["server"])
async def status(request: Request[Any, Any, Any]) -> ServerStatus:
    """On a machine's very first start the strongest computer players come a little later."""
    hub = hub_of(request)
    warming = hub.warming
    return ServerStatus(__version__, warming.going_on, list(warming.ready), list(players()), hub.mail.offered)


@get("/api/v1/messages.json", include_in_schema=False)
async def messages_() -> messages.JsonSchema:
    """JSON Schema of the WebSocket messages."""
    return messages.schema()


def litestar(hub: Hub) -> Litestar:
    """The application without its door."""

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        await hub.open()
        try:
            yield
        finally:
            await hub.close()

    app = Litestar(
        route_handlers=[
            healthz,
            status,
            metrics_,
            messages_,
            Router(
                "/api/v1",
                route_handlers=[
                    USERS,
                    PROFILES,
                    FRIENDS,
                    RECOVERY,
                    ADDRESSES,
                    NOTICES,
                    TABLES_ROUTER,
                    STUDY,
                    LEARN,
                    PUZZLES,
                    PICTURES,
                    ANALYSES,
                ],
            ),
        ],
        lifespan=[life],
        exception_handlers=HANDLERS,
        request_max_body_size=MOST_BYTES,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Sommet",
            version=__version__,
            description='Play and study games. Errors are `{"error": {code, message, clause}}`.',
            path="/api/v1",
            use_handler_docstrings=True,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
    )
    app.state.hub = hub
    return app


def make_app(config: Config) -> tuple[App, Hub]:
    """The whole application, and its hub."""
    hub = Hub(config)
    app: Any = litestar(hub)
    guarded = Guard(page_files.PageFiles(app, page_files.FOLDER, Sharing(hub)), sockets(hub), config)
    return Access(guarded, config), hub
