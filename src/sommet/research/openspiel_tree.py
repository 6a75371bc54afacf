"""What all nodes of a game with its parameters settled have in common."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core import questions
from ..core.arrays import Records, copy
from ..core.chance import Chance, number_of
from ..core.fields import NONE, Field, Number
from ..core.form import Form, form
from ..core.game import Game
from ..core.names import Terms
from ..core.observing import Spec, declared
from ..core.position import Position
from ..core.registry import game as game_named
from ..core.setup import AS_TURNED, EVERYBODY, FIRST, OWN_SEAT, PARTIAL
from .draws import Draws, all_draws, is_described, settled_by_option
from .observations import DeclaredObservation, Observation, Recollection, spelling
from .openspiel_parameters import SEED, settled

DEALS = 1 << 20  # how many deals can be sampled where chance is not described


class Tree:
    """See the module's text. `before` is drawn before the first move, `turned` is turned over as the game goes."""

    def __init__(self, game: Game, given: Mapping[str, Any]) -> None:
        self.game, self.given = game, tuple(sorted(given.items()))
        record = settled(game, given)
        position = Position.of(game, record)
        self.players, self.options, self.sides = record.players, record.fixed_options, position.sides
        self.terms = Terms(record.players, record.options, record.setup)
        self.form = position.notation
        self.explicit = is_described(game)
        self.before: list[Draws] = []
        self.turned: Draws | None = None
        self.template = game.setup.write(record)
        if not self.explicit:
            self._forget()
        else:
            self.before, self.turned = all_draws(game, self.terms)
            self.template[PARTIAL] = self.turned is not None
            for draws in (*self.before, *([self.turned] if self.turned else [])):
                draws.clear(self.template)
        self.until = list(accumulate(draws.times for draws in self.before))
        self.bag: NDArray[np.float32] = np.array(self.turned.full if self.turned else (), np.float32)
        self.longest = game.longest(self.terms)
        self.room_for_moves = 2 + game.most_moves
        self.empty_log: NDArray[np.int64] = np.zeros(self.longest + 1, np.int64)
        self.observers: dict[bool, Any] = {}  # OpenSpiel's, kept here: of what is seen, and with perfect recall
        self.sampler = Chance(None if dict(given).get(SEED, -1) < 0 else dict(given)[SEED])

    def _forget(self) -> None:
        """Leave in the template only what the parameters settle."""
        for each in self.game.setup.fields:
            if each.name != FIRST and not settled_by_option(self.game, each):
                self.template[each.name] = 0 if isinstance(each.kind, Number) else NONE
                if each.up_to:
                    self.template[f"{each.name}_count"] = 0

    @property
    def secret(self) -> bool:
        """Whether a player may not know all that a node holds."""
        return is_secret(self.game)

    @cached_property
    def uncertain(self) -> list[Field]:
        """The set-up's fields that the parameters do not settle, of those that anybody may know."""
        if self.explicit:
            drawn = [*self.before, *([self.turned] if self.turned else [])]
            return [draws.field for draws in drawn]
        fields = [each for each in self.game.setup.fields if each.name != FIRST]
        return [
            each
            for each in fields
            if each.known in (EVERYBODY, OWN_SEAT, AS_TURNED) and not settled_by_option(self.game, each)
        ]

    @cached_property
    def spelled(self) -> NDArray[np.int64]:
        """Of every move's number its parts (see `spelling`)."""
        parts = self.game.moves.parts
        position = Position.of(self.game, settled(self.game, dict(self.given)))
        rows = np.zeros((len(self.form.texts), len(parts) + 1), np.int64)
        questions.spelled(position.setting, position.state, rows)
        return spelling(rows[:, :-1], [len(part.names.of(self.terms)) for part in parts])

    def dealt(self, drawn: tuple[int, ...]) -> Records:
        """The set-up with what has been drawn before the first move."""
        setup, start = copy(self.template), 0
        for draws, until in zip(self.before, self.until, strict=True):
            if start >= len(drawn):
                break
            draws.write(setup, drawn[start:until])
            start = until
        return setup

    def path(self, setup: Records, moves: list[int], number: int = -1) -> list[int]:
        """The actions that lead from the start to such moves: the deal, and before each move what is turned over."""
        actions = self.form.actions[moves].tolist() if moves else []
        if number >= 0:
            return [number, *actions]
        path = [action for draws in self.before for action in draws.read(setup)]
        if self.turned is None:
            return path + actions
        for ply, member in enumerate(self.turned.read(setup)[: len(actions) + 1]):
            path += [member, *actions[ply : ply + 1]]
        return path

    def sampled(self, number: int) -> Records:
        """A whole deal."""
        record = settled(self.game, dict(self.given), Chance(number_of(self.game.name, number)))
        return self.game.setup.write(record)

    def form_of(self, setup: Records) -> Form:
        """What moves are called after a deal: where it is sampled, it may settle names too."""
        if self.explicit:
            return self.form
        told = self.game.setup.read(setup, self.players, self.options)
        terms = Terms(self.players, self.options, told)
        room = self.game.room(terms)
        setting, state = copy(room.setting), copy(room.state)
        questions.set_up(setting, state, setup)
        return form(self.game, room, terms, setting, state)

    @cached_property
    def spec(self) -> Spec | None:
        """What the game declares that a player sees; the same in all environments."""
        position = Position.of(self.game, settled(self.game, dict(self.given)))
        return declared(self.game, self.terms, position.setting, position.state)

    def observation(self, public: bool, private: bool) -> Observation | DeclaredObservation:
        """What is seen: all of it as the game declares it, a part of it as the game shows it."""
        if public and private and self.spec is not None:
            return DeclaredObservation(self.form.room, self.spec)
        return Observation(self.form.room, self.terms, self.spelled, public, private)

    def recollection(self, public: bool, private: bool) -> Recollection:
        """What is known."""
        layout = self.game.setup.layout
        return Recollection(layout, self.uncertain, self.terms, self.spelled, self.longest, public, private)


def is_secret(game: Game) -> bool:
    """Whether a player may not know all that a node holds; what is turned over in time is not held before."""
    hidden = {each.known for each in game.setup.fields} - {EVERYBODY}
    return bool(hidden - {AS_TURNED} if is_described(game) else hidden)


@lru_cache(maxsize=64)
def tree_of(game: str, given: tuple[tuple[str, Any], ...]) -> Tree:
    """The tree of a game with these parameters; raises SommetError for wrong ones."""
    return Tree(game_named(game), dict(given))
