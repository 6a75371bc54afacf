"""The three games as OpenSpiel games: `sommet_babylone`, `sommet_kabaleo`, `sommet_on_top`.

Importing this module registers them (it needs the extra ``sommet[openspiel]``)::

    import pyspiel
    import sommet.research.openspiel

    game = pyspiel.load_game("sommet_kabaleo(players=3)")

Players are seats. A winner's utility is the number of players less one, a loser's is -1, a shared win is divided; the
sum is always 0. With teams partners win and lose together.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from ..core.chance import Chance
from ..core.errors import SommetError
from ..core.extras import optional_imports
from ..core.position import Position, View
from ..core.record import Record
from ..core.registry import game as game_named
from ..games.babylone.declared import COLOURS as BABYLONE_COLOURS
from ..games.kabaleo.options import COLOUR as KABALEO
from ..games.on_top.options import COLOUR as ON_TOP
from .openspiel_nodes import CHANCE, TERMINAL, Node, history_of, start_of, with_objectives
from .openspiel_observers import Observer

with optional_imports():
    import pyspiel

STANDARD = "standard"
PARAMETERS: Mapping[str, dict[str, Any]] = {
    "babylone": {"players": 2, "first": 0, "layout": STANDARD, "direction": "clockwise"},
    "kabaleo": {"players": 2, "first": 0, "colours": STANDARD, "deal": "random", "golden_rule": False},
    "on_top": {"players": 2, "first": 0, "colours": STANDARD, "board": "hex-1-5-5", "black": STANDARD, "teams": False},
}
_TYPE = pyspiel.GameType


def short_name(game: str) -> str:
    """As OpenSpiel knows it."""
    return f"sommet_{game}"


def _type(game: str) -> Any:
    hidden, certain = game == "kabaleo", game == "babylone"
    return _TYPE(
        short_name=short_name(game),
        long_name={"babylone": "Babylone", "kabaleo": "Kabaleo", "on_top": "On Top"}[game],
        dynamics=_TYPE.Dynamics.SEQUENTIAL,
        chance_mode=_TYPE.ChanceMode.DETERMINISTIC if certain else _TYPE.ChanceMode.EXPLICIT_STOCHASTIC,
        information=_TYPE.Information.IMPERFECT_INFORMATION if hidden else _TYPE.Information.PERFECT_INFORMATION,
        utility=_TYPE.Utility.ZERO_SUM,
        reward_model=_TYPE.RewardModel.TERMINAL,
        max_num_players=max(game_named(game).players),
        min_num_players=min(game_named(game).players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS[game],
    )


def template(game: str, given: Mapping[str, Any]) -> Record:
    """A record with all that the parameters settle."""
    chosen = {**PARAMETERS[game], **given}
    players, first = int(chosen["players"]), int(chosen["first"])
    options: dict[str, Any]
    if game == "babylone":
        layout = list(BABYLONE_COLOURS) * 3 if chosen["layout"] == STANDARD else chosen["layout"].split("/")
        return Record(game, players, {"direction": chosen["direction"]}, {"tokens": layout, "first": first})
    if game == "kabaleo":
        colours = KABALEO.texts[: players + 2] if chosen["colours"] == STANDARD else chosen["colours"].split("/")
        options = {"deal": chosen["deal"], "golden_rule": bool(chosen["golden_rule"])}
        return Record(game, players, options, {"colours": list(colours), "first": first})
    colours = ON_TOP.texts[:players] if chosen["colours"] == STANDARD else chosen["colours"].split("/")
    options = {"board": chosen["board"], "teams": bool(chosen["teams"])}
    if chosen["black"] != STANDARD:
        options["black"] = chosen["black"].split("/")
    return Record(game, players, options, {"colours": list(colours), "first": first})


def parameters(record: Record) -> dict[str, Any]:
    """The parameters of the game that a record is one of."""
    found: dict[str, Any] = {"players": record.players, "first": record.setup["first"], **record.options}
    if "black" in found:
        found["black"] = "/".join(found["black"])
    if record.game == "babylone":
        return {**found, "layout": "/".join(record.setup["tokens"])}
    return {**found, "colours": "/".join(record.setup["colours"])}


def _info(game: str, start: Node, record: Record) -> Any:
    players, texts = record.players, len(Position.start(game_named(game), record).notation.texts)
    lengths = {"babylone": len(record.setup.get("tokens", ())) or 1, "kabaleo": 6 * (players + 2), "on_top": 34}
    best = 1.0 if record.options.get("teams") else players - 1.0
    return pyspiel.GameInfo(
        num_distinct_actions=texts,
        max_chance_outcomes={"babylone": 0, "kabaleo": players + 2, "on_top": 24}[game],
        num_players=players,
        min_utility=-1.0,
        max_utility=best,
        utility_sum=0.0,
        max_game_length=lengths[game],
    )


class SommetGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games with its parameters settled."""

    def __init__(self, game: str, given: Mapping[str, Any] | None = None) -> None:
        record = template(game, given or {})
        try:
            self.start = start_of(game_named(game), record)
            list(self.start.actions())
        except (SommetError, KeyError, ValueError) as error:
            raise ValueError(f"{short_name(game)}: {error}") from None
        self.record = record
        super().__init__(TYPES[game], _info(game, self.start, record), dict(given or {}))

    def new_initial_state(self) -> "SommetState":
        """The start."""
        return SommetState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance acts at most."""
        deal = getattr(self.start, "deal", None)
        return {"babylone": 0, "kabaleo": deal.draws if deal else 0, "on_top": 34}[self.record.game]

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Strings and tensors."""
        if params:
            raise ValueError("observations take no parameters")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.start, private, kind.public_info, kind.perfect_recall)


class SommetState(pyspiel.State):  # type: ignore[misc]
    """A node, and OpenSpiel's history of how it was reached. A clone shares the node."""

    def __init__(self, game: SommetGame) -> None:
        super().__init__(game)
        self.node: Node = game.start

    def current_player(self) -> int:
        """A seat, chance, or the end."""
        return self.node.mover

    def is_terminal(self) -> bool:
        """Whether it is over."""
        return self.node.mover == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether chance acts."""
        return self.node.mover == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """With their probabilities."""
        return self.node.outcomes()

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.action_name(action)

    def returns(self) -> list[float]:
        """Zero for everybody until the end."""
        position = self.node.position
        result = position.result if position is not None else None
        if position is None or result is None or result.winners is None:
            return [0.0] * self.num_players()
        return [
            position.players * (seat in result.winners) / len(result.winners) - 1 for seat in range(position.players)
        ]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SommetState":
        """A state that this player cannot tell from this one, uniformly at random."""
        node = self.node
        if node.position is None or node.position.record.game != "kabaleo" or node.mover == TERMINAL:
            return self.clone()  # type: ignore[no-any-return]
        objectives, players = _redealt(node, player, sampler), node.position.players
        history = self.history()
        dealt = len(history) - len(node.position.moves)
        state: SommetState = self.get_game().new_initial_state()
        for action in [*history[: dealt - players], *objectives, *history[dealt:]]:
            state.apply_action(action)
        return state

    def resample_quickly(self, player: int, sampler: Callable[[], float]) -> "SommetState":
        """The same for a search: OpenSpiel's own history keeps the objectives that were dealt."""
        state: SommetState = self.clone()
        state.node = with_objectives(self.node, _redealt(self.node, player, sampler))
        return state

    def __str__(self) -> str:
        position = self.node.position
        if position is None:
            return f"{type(self.node).__name__} {self.history()}"
        return f"{position.record.as_dict()}"


def _redealt(node: Node, player: int, sampler: Callable[[], float]) -> list[int]:
    """Everybody's objective: the player's own, and for the others any that are left."""
    known = node.knowledge(player)
    colours = list(known.setup["colours"])
    own = known.setup["objectives"][player]
    free = [colour for colour in range(len(colours)) if colours[colour] != own]
    drawn = []
    for seat in range(known.players):
        drawn.append(colours.index(own) if seat == player else free.pop(min(int(sampler() * len(free)), len(free) - 1)))
    return drawn


TYPES = {game: _type(game) for game in PARAMETERS}


class BabyloneGame(SommetGame):
    """No chance, no secrets."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        super().__init__("babylone", params)


class KabaleoGame(SommetGame):
    """A deal, and secret objectives."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        super().__init__("kabaleo", params)


class OnTopGame(SommetGame):
    """Tiles drawn by chance."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        super().__init__("on_top", params)


# OpenSpiel keeps what it is given until after Python's end: classes, which live as long, and not functions.
pyspiel.register_game(TYPES["babylone"], BabyloneGame)
pyspiel.register_game(TYPES["kabaleo"], KabaleoGame)
pyspiel.register_game(TYPES["on_top"], OnTopGame)


@cache
def _loaded(game: str, given: tuple[tuple[str, Any], ...]) -> Any:
    return pyspiel.load_game(short_name(game), dict(given))


def state_of(view: View, chance: Chance) -> SommetState:
    """An OpenSpiel state for what a viewer knows; what he does not know is drawn, tiles to come are left to chance."""
    record = view.knowledge if view.game.name == "on_top" else view.redeal(chance).record
    state: SommetState = _loaded(record.game, tuple(sorted(parameters(record).items()))).new_initial_state()
    for action in history_of(record):
        state.apply_action(action)
    return state
