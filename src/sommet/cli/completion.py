"""`sommet completion SHELL`: a script that lets a shell complete Sommet's commands, options and their values."""

import argparse
import shlex
from collections.abc import Iterator
from typing import Any

from .terminal.language import tell

SHELLS = ("bash", "fish", "zsh")
HOW = "source <(sommet completion bash); sommet completion fish | source; source <(sommet completion zsh)"


def add_parser(subparsers: Any) -> None:
    """For which shell."""
    about = tell("cli.help.completion")
    parser = subparsers.add_parser("completion", help=about, description=about, epilog=HOW)
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    from . import parser_of_everything

    parser, _ = parser_of_everything()
    lines = _fish(parser) if args.shell == "fish" else _bash(parser, zsh=args.shell == "zsh")
    print("\n".join(lines))
    return 0


def _commands(parser: argparse.ArgumentParser) -> "dict[str, argparse.ArgumentParser]":
    """The commands under this one, by name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _values(action: argparse.Action) -> list[str]:
    """What may stand there, where that is a short list."""
    return [str(choice) for choice in action.choices or () if not isinstance(action.choices, range)]


def _words(parser: argparse.ArgumentParser) -> list[str]:
    """What may follow a command: its tasks, its options, and the values of all of them."""
    found = [*_commands(parser)]
    for action in parser._actions:
        if not isinstance(action, argparse._SubParsersAction):
            found += [word for word in action.option_strings if word.startswith("--")] + _values(action)
    for task in _commands(parser).values():
        found += _words(task)
    return list(dict.fromkeys(found))


def _bash(parser: argparse.ArgumentParser, zsh: bool) -> Iterator[str]:
    """A function that looks at the first word; zsh runs it through its bridge to bash's completion."""
    if zsh:
        yield "autoload -Uz compinit bashcompinit && compinit && bashcompinit"
    yield "_sommet() {"
    yield "  local words"
    yield '  if [ "$COMP_CWORD" -eq 1 ]; then'
    yield f"    words={shlex.quote(' '.join(_words_of_all(parser)))}"
    yield "  else"
    yield '    case "${COMP_WORDS[1]}" in'
    for name, command in _commands(parser).items():
        yield f"      {name}) words={shlex.quote(' '.join(_words(command)))} ;;"
    yield "    esac"
    yield "  fi"
    yield '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))'
    yield "}"
    yield "complete -o default -F _sommet sommet"


def _words_of_all(parser: argparse.ArgumentParser) -> list[str]:
    """What may stand first: the commands, and the options that need none."""
    options = [word for action in parser._actions for word in action.option_strings if word.startswith("--")]
    return [*_commands(parser), *options]


def _fish(parser: argparse.ArgumentParser) -> Iterator[str]:
    """One line for each command, with its words; fish completes files by itself."""
    yield f"complete -c sommet -n __fish_use_subcommand -f -a {shlex.quote(' '.join(_words_of_all(parser)))}"
    for name, command in _commands(parser).items():
        seen = shlex.quote(f"__fish_seen_subcommand_from {name}")
        yield f"complete -c sommet -n {seen} -a {shlex.quote(' '.join(_words(command)))}"
