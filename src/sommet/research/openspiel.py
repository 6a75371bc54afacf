"""All games as OpenSpiel games, called ``sommet_`` and the game's name; those of other packages too.

Importing this module registers them (it needs the extra ``sommet[openspiel]``)::

    import pyspiel
    import sommet.research.openspiel

    for name in sommet.research.openspiel.GAMES:
        game = pyspiel.load_game(name, {"players": 3})

Their parameters are the game's options (see `openspiel_parameters`); wrong ones are refused. Players are seats. A
winner's utility is the number of players less one, a loser's is -1, a shared win is divided; the sum is always 0.
Partners win and lose together.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from ..core.bags import Bag
from ..core.chance import Chance
from ..core.errors import SommetError
from ..core.extras import optional_imports
from ..core.game import Game
from ..core.position import View
from ..core.registry import game as game_named
from ..core.registry import players
from ..core.words import say
from .draws import is_described
from .openspiel_dealing import Sampling, path_of, root, setup_of
from .openspiel_observers import Observer
from .openspiel_parameters import parameters, specification
from .openspiel_play import CHANCE, TERMINAL, Begun, Node, begun
from .openspiel_tree import DEALS, Tree, is_secret

with optional_imports():
    import pyspiel

_TYPE = pyspiel.GameType


def short_name(game: str) -> str:
    """As OpenSpiel knows it."""
    return f"sommet_{game.replace('.', '_')}"


def _chance_mode(game: Game) -> Any:
    modes = _TYPE.ChanceMode
    if not is_described(game):
        return modes.SAMPLED_STOCHASTIC
    drawn = any(isinstance(each.drawn, Bag) for each in game.setup.fields)
    return modes.EXPLICIT_STOCHASTIC if drawn else modes.DETERMINISTIC


def _type(game: Game) -> Any:
    information = _TYPE.Information
    name, _, relative = game.name.partition(".")
    return _TYPE(
        short_name=short_name(game.name),
        long_name=f"{say('en', f'{name}.name')} {relative}".strip(),
        dynamics=_TYPE.Dynamics.SEQUENTIAL,
        chance_mode=_chance_mode(game),
        information=information.IMPERFECT_INFORMATION if is_secret(game) else information.PERFECT_INFORMATION,
        utility=_TYPE.Utility.ZERO_SUM,
        reward_model=_TYPE.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification(game),
    )


def _info(tree: Tree) -> Any:
    drawn = [*tree.before, *([tree.turned] if tree.turned else [])]
    return pyspiel.GameInfo(
        num_distinct_actions=len(tree.form.moves),
        max_chance_outcomes=max((len(draws.members) for draws in drawn), default=0) if tree.explicit else DEALS,
        num_players=tree.players,
        min_utility=-1.0,
        max_utility=tree.players / min(map(len, tree.sides)) - 1,
        utility_sum=0.0,
        max_game_length=tree.longest,
    )


class SommetGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games with its parameters settled."""

    game: str
    type: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        try:
            self.tree = Tree(game_named(self.game), params or {})
        except SommetError as error:
            raise ValueError(f"{short_name(self.game)}: {error}") from None
        self.start = root(self.tree)
        super().__init__(self.type, _info(self.tree), dict(params or {}))

    def new_initial_state(self) -> "SommetState":
        """The start."""
        return SommetState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance acts at most."""
        tree = self.tree
        if not tree.explicit:
            return 1
        return (tree.until[-1] if tree.until else 0) + (tree.turned.times if tree.turned else 0)

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
        self.node: Node = root(game.tree) if isinstance(game.start, Sampling) else game.start

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

    # C++ answers the next three too, from what is above; asked from Python, this way is several times as fast.

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What the mover, or chance, may do; nothing for anybody else."""
        acting = self.node.mover
        if acting == TERMINAL or (acting != CHANCE and player is not None and player != acting):
            return []
        return self.node.actions().copy()

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a player sees; none said: the one to move."""
        return self._tensor(player, False) or super().observation_tensor(player)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """What a player with perfect recall knows; none said: the one to move."""
        return self._tensor(player, True) or super().information_state_tensor(player)

    def _tensor(self, player: int | None, recall: bool) -> list[float]:
        """Nothing for those who are no player: then OpenSpiel complains."""
        tree = self.node.tree
        seat = self.node.mover if player is None else player
        if not 0 <= seat < tree.players:
            return []
        observer = tree.observers.get(recall)
        if observer is None:
            observer = tree.observers[recall] = Observer(root(tree), True, True, recall)
        observer.set_from(self, seat)
        return observer.tensor.tolist()  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """With their probabilities."""
        return self.node.outcomes()

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.action_name(action)

    def returns(self) -> list[float]:
        """Zero for everybody until the end."""
        node = self.node
        if not isinstance(node, Begun) or node.mover != TERMINAL:
            return [0.0] * self.num_players()
        shares = node.shares()
        return [len(shares) * share / sum(shares) - 1 for share in shares]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SommetState":
        """A state that this player cannot tell from this one, uniformly at random among all."""
        node = self.node
        if not isinstance(node, Begun) or node.mover == TERMINAL or not node.tree.secret:
            return self.clone()  # type: ignore[no-any-return]
        if not node.tree.explicit:
            return self.resample_quickly(player, sampler)
        state: SommetState = self.get_game().new_initial_state()
        for action in node.redealt(player, sampler).path():
            state.apply_action(action)
        return state

    def resample_quickly(self, player: int, sampler: Callable[[], float]) -> "SommetState":
        """The same for a search: OpenSpiel's own history keeps what was dealt."""
        state: SommetState = self.clone()
        if isinstance(self.node, Begun):
            state.node = self.node.redealt(player, sampler)
        return state

    def __str__(self) -> str:
        node = self.node
        if isinstance(node, Begun):
            return f"{node.record().as_dict()}"
        return f"{type(node).__name__} {self.history()}"


@cache
def register(name: str) -> type[SommetGame]:
    """The class of one game, which OpenSpiel now knows; small relatives are registered by whoever wants them."""
    kind = _type(game_named(name))
    made: type[SommetGame] = type(short_name(name), (SommetGame,), {"game": name, "type": kind})
    pyspiel.register_game(kind, made)  # it keeps this until after Python's end: a class, and not a function
    return made


GAMES = {short_name(name): register(name) for name in players()}


@lru_cache(maxsize=64)
def _loaded(game: str, given: tuple[tuple[str, Any], ...]) -> Any:
    return pyspiel.load_game(short_name(game), dict(given))


def state_of(view: View, chance: Chance) -> SommetState:
    """An OpenSpiel state for what a viewer knows; what they do not know is drawn, what is to come is left to chance."""
    record = view.redeal(chance).record
    game: SommetGame = _loaded(record.game, tuple(sorted(parameters(view.game, record).items())))
    state: SommetState = game.new_initial_state()
    if not game.tree.explicit:
        state.apply_action(state.legal_actions()[0])  # any deal, in place of which comes the record's
        state.node = begun(game.tree, setup_of(game.tree, record))
    for action in path_of(game.tree, record):
        state.apply_action(action)
    return state
