"""A bot of another version of Sommet as an engine: run as a file, with that version in the path.

It speaks as much of the engine protocol as the arena does, so only what was always there is used of Sommet.
"""

import json
import sys


def main() -> int:
    """Answer lines: GAME BOT [own]; `own`: with the bot's own budget, whatever is asked."""
    import sommet
    from sommet.bots import bot
    from sommet.search.advice import Budget

    game, name, *own = sys.argv[1:]
    player = bot(game, name)
    prepared = False
    for line in sys.stdin:
        request = json.loads(line)
        position = sommet.load(request["record"])
        asked = request["analyse"]
        budget = None if own else Budget(asked.get("seconds"), asked.get("simulations"))
        assert position.to_move is not None
        view = position.view(position.to_move)
        if not prepared:
            player.prepare(view)
            prepared = True
        best = player.think(view, budget, asked.get("seed")).best
        print(json.dumps({"ok": True, "best": best}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
