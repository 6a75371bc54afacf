"""The files in deploy/: what they promise to whoever hosts a server, over the parsed files."""

import configparser
import json
import re
import shlex
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

from sommet.server import metrics
from sommet.server.configuring import configure

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
USER_CACHE = "/home/sommet/.cache/sommet"


def _yaml(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))
    return found


# the image


def _stages() -> list[list[tuple[str, str]]]:
    """The Dockerfile's instructions and what follows them, stage by stage; before the first, its arguments."""
    text = re.sub(r"\\\n\s*", " ", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"))
    stages: list[list[tuple[str, str]]] = [[]]
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            word, _, rest = line.strip().partition(" ")
            if word == "FROM":
                stages.append([])
            stages[-1].append((word, rest.strip()))
    return stages


def test_the_image_has_the_installed_programs_and_nothing_else() -> None:
    """Built in one stage, from a wheel; the last one copies only what was installed."""
    arguments, build, last = _stages()
    assert [rest for word, rest in last if word in ("COPY", "ADD")] == ["--from=build /opt/sommet /opt/sommet"]
    assert build[0][1].endswith(" AS build")
    assert any("pip wheel" in rest for _, rest in build)
    (installed,) = (rest for _, rest in build if "pip install" in rest)
    assert "--constraint constraints.txt" in installed
    assert "[server]" in installed
    assert "/wheels/" in installed
    for word, rest in (*arguments, *build, *last):
        assert not (word == "RUN" and re.search(r"\brm\b", rest)), "what a later layer removes is still there"


def test_images_are_named_by_exact_versions() -> None:
    """Or by a digest; never by a tag that moves."""
    (base,) = (rest for word, rest in _stages()[0] if word == "ARG")
    named = [base.partition("=")[2]]
    assert {stage[0][1].split()[0] for stage in _stages()[1:]} == {"${BASE}"}
    services = _yaml("compose.yaml")["services"].values()
    named += [service["image"] for service in services if "build" not in service]
    assert len(named) >= 5
    for image in named:
        assert re.search(r":v?\d+\.\d+(\.\d+)?[\w.-]*(@sha256:[0-9a-f]{64})?$", image), image


def test_the_image_runs_as_a_user_who_owns_the_compiled_games() -> None:
    """The folder is theirs before it becomes a volume, so a new volume is theirs too, and games are compiled once."""
    last = _stages()[-1]
    made = next(
        number
        for number, (_, rest) in enumerate(last)
        if f"install -d -o sommet -g sommet -m 0700 {USER_CACHE}" in rest
    )
    volume = next(number for number, (word, rest) in enumerate(last) if (word, rest) == ("VOLUME", USER_CACHE))
    user = next(number for number, (word, rest) in enumerate(last) if (word, rest) == ("USER", "sommet"))
    assert made < user < len(last)
    assert made < volume
    assert any(word == "ENV" and f"SOMMET_CACHE={USER_CACHE}" in shlex.split(rest) for word, rest in last)
    for name in ("server1", "server2"):
        assert f"kernels:{USER_CACHE}" in _yaml("compose.yaml")["services"][name]["volumes"]


def _ignored(path: str) -> bool:
    """As Docker reads the file: the last pattern that matches a path, or a folder above it, decides."""
    parts = path.split("/")
    heads = ["/".join(parts[: number + 1]) for number in range(len(parts))]
    out = False
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        pattern = line.strip()
        if not pattern or pattern.startswith("#"):
            continue
        keep, pattern = pattern.startswith("!"), pattern.lstrip("!").strip("/")
        deep = pattern.removeprefix("**/")
        if any(
            fnmatch(head, pattern) or (deep != pattern and fnmatch(head.rpartition("/")[2], deep)) for head in heads
        ):
            out = not keep
    return out


def test_what_does_not_enter_the_image() -> None:
    """History, environments, what was built or cached; but all that a wheel is built from does."""
    for path in (
        ".git/config",
        ".venv/bin/python",
        ".venv-3.13/bin/python",
        "web/node_modules/svelte/package.json",
        "src/sommet/__pycache__/x.pyc",
        ".mypy_cache/x",
        ".ruff_cache/x",
        ".pytest_cache/x",
        "src/sommet/server/page/index.html",
        "dist/x.whl",
    ):
        assert _ignored(path), path
    for path in (
        "pyproject.toml",
        "hatch_build.py",
        "README.md",
        "LICENSE",
        "NOTICE.md",
        "constraints.txt",
        "src/sommet/__init__.py",
        "src/sommet/server/store/migrations/env.py",
        "web/package.json",
        "web/src/main.ts",
    ):
        assert (ROOT / path).exists(), path
        assert not _ignored(path), path


# compose, systemd


def test_a_password_in_compose_may_hold_any_character() -> None:
    """It is no part of an address; what compose fills in arrives as it was typed."""
    for name in ("server1", "server2"):
        environment = _yaml("compose.yaml")["services"][name]["environment"]
        assert "PASSWORD" not in environment["SOMMET_DATABASE"]
        filled = {
            key: re.sub(
                r"\$\{(\w+):\?[^}]*\}", lambda found: {"POSTGRES_PASSWORD": "p@ss/w:rd%#"}.get(found[1], "x.org"), value
            )
            for key, value in environment.items()
        }
        url = configure({}, {**filled, "XDG_CONFIG_HOME": "/nowhere"}).url()
        assert (url.password, url.host, url.username, url.database) == ("p@ss/w:rd%#", "database", "sommet", "sommet")


def test_the_servers_are_closed_in() -> None:
    """Nothing but Caddy is reached from outside; the servers can write to a volume and to memory only."""
    services = _yaml("compose.yaml")["services"]
    assert {name for name, service in services.items() if "ports" in service} == {"caddy", "prometheus"}
    assert all(port.startswith("127.0.0.1:") for port in services["prometheus"]["ports"])
    for name in ("server1", "server2"):
        server = services[name]
        assert (server["read_only"], server["cap_drop"]) == (True, ["ALL"])
        assert server["security_opt"] == ["no-new-privileges:true"]
    used = {volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", ())}
    assert {volume for volume in used if not volume.startswith(".")} == set(_yaml("compose.yaml")["volumes"])
    for volume in used:
        assert not volume.startswith(".") or (DEPLOY / volume).is_file()
    assert "respond /metrics 404" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")


def test_the_unit_leaves_nothing_readable() -> None:
    """Whatever the server writes is its own."""
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "sommet.service", encoding="utf-8")
    service = unit["Service"]
    assert service["UMask"] == "0077"
    assert service["ExecStart"].endswith("sommet serve")
    assert service["EnvironmentFile"] == "-/etc/sommet.env"
    assert service["NoNewPrivileges"] == service["DynamicUser"] == "yes"


# metrics

_LABELS = {"job", "instance", "le"}
_WORDS = {"and", "or", "unless", "on", "by", "ignoring", "without", "bool", "group_left", "group_right"}


def _exported() -> dict[str, set[str]]:
    """Every name that /metrics may tell, and its labels."""
    kinds = dict(re.findall(r"(?m)^# TYPE (\S+) (\S+)$", metrics.text().decode()))
    labels = {
        name: set(getattr(collector, "_labelnames", ()))
        for name, collector in metrics.REGISTRY._names_to_collectors.items()
    }
    labels["sommet_build_info"] = {"version", "python"}
    found: dict[str, set[str]] = {"up": set()}
    for name, kind in kinds.items():
        own = labels.get(name, set())
        for end in ("_bucket", "_sum", "_count") if kind == "histogram" else ("",):
            found[name + end] = own
    return found


def _check(expression: str) -> None:
    """Every name in it is told, every label of it is one of theirs."""
    known = _exported()
    grouped = set()
    for group in re.findall(r"\b(?:by|on|without|ignoring)\s*\(([^)]*)\)", expression):
        grouped |= {label.strip() for label in group.split(",") if label.strip()}
    plain = re.sub(r"\b(?:by|on|without|ignoring)\s*\([^)]*\)", " ", expression)
    selectors = re.findall(r"([a-zA-Z_:][\w:]*)\s*\{([^}]*)\}", plain)
    plain = re.sub(r"\{[^}]*\}|\[[^\]]*\]|\"[^\"]*\"", " ", plain)
    names = {
        name
        for name, following in re.findall(r"(?<![\w.$])([a-zA-Z_:][\w:]*)\s*(\(?)", plain)
        if not following and name not in _WORDS
    }
    assert names, expression
    assert names <= known.keys(), expression
    allowed = _LABELS.union(*(known[name] for name in names))
    assert grouped <= allowed, expression
    for name, matchers in selectors:
        used = set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", matchers))
        assert used <= known[name] | _LABELS, expression


def test_a_wrong_name_would_be_found() -> None:
    """The check checks."""
    _check("histogram_quantile(0.9, sum by (le) (rate(sommet_move_seconds_bucket[5m]))) > 2e9")
    for wrong in (
        "rate(sommet_moves_seconds_bucket[5m])",
        "sum by (colour) (sommet_sockets)",
        'sommet_requests_total{code="200"}',
        "sommet_move_seconds > 1",
    ):
        with pytest.raises(AssertionError):
            _check(wrong)


def test_every_panel_of_the_dashboard_shows_something_that_is_told() -> None:
    """Each expression is of names and labels in /metrics; panels do not overlap; what is told is shown."""
    board = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    panels = [panel for panel in board["panels"] if panel["type"] != "row"]
    expressions = [target["expr"] for panel in panels for target in panel["targets"]]
    for expression in expressions:
        _check(expression)
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len(places)
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    ours = {re.sub(r"_(bucket|sum|count)$", "", name) for name in _exported() if name.startswith("sommet_")}
    shown = set(re.findall(r"sommet_\w+?(?=_bucket|_sum|_count|\b)", " ".join(expressions)))
    assert ours - shown == set(), "what is measured is worth a look"


def test_every_alert_can_fire() -> None:
    """Its expression is of names and labels in /metrics; it says what is wrong and what to do."""
    (group,) = _yaml("alerts.yml")["groups"]
    names = [rule["alert"] for rule in group["rules"]]
    assert len(set(names)) == len(names)
    for rule in group["rules"]:
        _check(rule["expr"])
        assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"\d+[smh]", rule["for"])
        assert rule["labels"]["severity"] in ("page", "warn")
        assert set(rule["annotations"]) == {"summary", "description"}


def test_prometheus_asks_the_servers_of_compose() -> None:
    """And reads the alerts."""
    settings = _yaml("prometheus.yml")
    (job,) = settings["scrape_configs"]
    services = _yaml("compose.yaml")["services"]
    targets = [target for group in job["static_configs"] for target in group["targets"]]
    assert {target.partition(":")[0] for target in targets} == {name for name in services if name.startswith("server")}
    assert {target.partition(":")[2] for target in targets} == {"8000"}
    assert job["job_name"] == "sommet"
    for name in settings["rule_files"]:
        assert (DEPLOY / name).is_file()
