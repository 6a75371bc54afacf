"""HTTP: who somebody is to others, what they have played, and the best of each game."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, get
from litestar.params import PathParameter, QueryParameter

from ..people import profiles, ratings
from ..tables import history
from ..wire.people import GameRating, RankedPlayer
from ..wire.profiles import History, Outcome, Profile
from .answers import ERRORS, hub_of, signed_in

Req = Request[Any, Any, Any]
Id = Annotated[str, PathParameter(max_length=40)]
Game = Annotated[str | None, QueryParameter(max_length=20, description="Of this game alone")]
Ended = Annotated[Outcome | None, QueryParameter(description="That ended so for them")]
With = Annotated[
    str | None,
    QueryParameter(name="with", min_length=1, max_length=40, description="With somebody whose name has this in it"),
]
Before = Annotated[str | None, QueryParameter(max_length=40, description="`next` of the page before")]


@get("/users", responses=ERRORS(404), summary="A player's profile")
async def profile(request: Req, name: Annotated[str, QueryParameter(min_length=1, max_length=40)]) -> Profile:
    """Of the account of that name: ratings and how they went, and what became of the matches that all could watch."""
    return await hub_of(request).store.read(lambda db: profiles.named(db, name))


@get("/users/{user_id:str}/games", responses=ERRORS(404), summary="What a player has played")
async def played(
    request: Req, user_id: Id, game: Game = None, outcome: Ended = None, other: With = None, before: Before = None
) -> History:
    """Matches that are over and that everybody could watch, 25 at a time, the newest first. Guests have no name."""
    wanted = history.Wanted(game, outcome, other, before)

    def read(db: Any) -> History:
        profiles.check(db, user_id)
        return history.page(db, user_id, wanted, stranger=True)

    return await hub_of(request).store.read(read)


@get("/me/games", responses=ERRORS(401), summary="What I have played")
async def mine(
    request: Req, game: Game = None, outcome: Ended = None, other: With = None, before: Before = None
) -> History:
    """All my matches that are over, 25 at a time, the newest first."""
    user, wanted = await signed_in(request), history.Wanted(game, outcome, other, before)
    return await hub_of(request).store.read(lambda db: history.page(db, user.id, wanted, stranger=False))


@get("/users/{user_id:str}/ratings", summary="A player's ratings")
async def user_ratings(request: Req, user_id: Id) -> list[GameRating]:
    """Per game."""
    return await hub_of(request).store.read(lambda db: ratings.of(db, user_id))


@get("/ratings/{game_name:str}", responses=ERRORS(404), summary="The best players of a game")
async def best(request: Req, game_name: Annotated[str, PathParameter(max_length=20)]) -> list[RankedPlayer]:
    """The best hundred, by what they are surely worth: mu - 3 sigma."""
    return await hub_of(request).store.read(lambda db: ratings.best(db, game_name))


PROFILES = Router("/", route_handlers=[profile, played, mine, user_ratings, best], tags=["people"])
