"""`sommet serve`: the game server."""

import argparse
import sys
from typing import Any

from .terminal.language import current, tell

OWN_LOG = True  # JSON lines, also of what is being compiled


def add_parser(subparsers: Any) -> None:
    """Where to listen and where to store; all of it also by SOMMET_… variables."""
    parser = subparsers.add_parser("serve", help=tell("serve.help.about"), description=tell("serve.help.about"))
    parser.add_argument("--config", metavar="FILE", help=tell("serve.help.config"))
    parser.add_argument("--print-config", action="store_true", help=tell("serve.help.print_config"))
    parser.add_argument("--host", help=tell("serve.help.host"))
    parser.add_argument("--port", type=int, help=tell("serve.help.port"))
    parser.add_argument("--database", metavar="URL", help=tell("serve.help.database"))
    parser.add_argument("--bus", metavar="URL", help=tell("serve.help.bus"))
    parser.add_argument("--base-url", metavar="URL", help=tell("serve.help.base_url"))
    parser.add_argument("--proxies", metavar="ADDRESSES", help=tell("serve.help.proxies"))
    parser.add_argument("--http-rate", type=float, metavar="N", help=tell("serve.help.http_rate"))
    parser.add_argument("--message-rate", type=float, metavar="N", help=tell("serve.help.message_rate"))
    parser.add_argument("--connections", type=int, metavar="N", help=tell("serve.help.connections"))
    parser.add_argument("--threads", type=int, metavar="N", help=tell("serve.help.threads"))
    parser.add_argument("--log", choices=("debug", "info", "warning", "error"), help=tell("serve.help.log"))


def run(args: argparse.Namespace) -> int:
    """Check the store, print the address, serve until told to stop."""
    from ..server.configuring import convert, origins, printed
    from ..server.serve import StoreError, address, listen, probe, serve
    from ..server.wire.reasons import Unusable

    try:
        found = origins(vars(args))
        if args.print_config:
            print(printed(found))
            return 0
        config = convert(found)
        probe(config)
        listening = listen(config)
    except Unusable as unusable:
        print(tell("serve.error.settings", why=unusable.say(current())), file=sys.stderr)
        return 2
    except ValueError as error:
        print(tell("serve.error.settings", why=error), file=sys.stderr)
        return 2
    except StoreError as error:
        print(tell("serve.error.store", why=error.say(current())), file=sys.stderr)
        return 1
    except OSError as error:
        print(tell("serve.error.listen", why=error.strerror or error), file=sys.stderr)
        return 1
    print(tell("serve.address", address=address(config, listening)), flush=True)
    return 0 if serve(config, listening) else 1
