"""How On Top's computer players learn: what circles are worth, and a network (`--part network`)."""

from ....bots.training import Training
from .circles import Circles, by_table, source
from .deals import deal
from .network import Network

__all__ = ["TRAINING", "Circles", "Network", "by_table", "deal", "source"]

TRAINING: dict[str, Training] = {"circles": Circles(), "network": Network()}
