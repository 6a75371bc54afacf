"""Settings: command line, environment, file, defaults, in this order; what is wrong is said in one sentence."""

import asyncio
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import asyncpg
import msgspec
import pytest

from sommet.server.config import WANTED, Config, Secret
from sommet.server.configuring import configure, hidden, origins, printed, usual_files
from sommet.server.serve import StoreError, probe
from sommet.server.wire.reasons import Unusable

from .inside import Inside
from .postgres import Postgres
from .running import guest

ROOT = Path(__file__).parents[2]
FIELDS = msgspec.structs.fields(Config)


def _file(folder: Path, text: str) -> str:
    path = folder / "sommet.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_command_line_then_the_environment_then_the_file_then_the_defaults(tmp_path: Path) -> None:
    """The first that has it decides."""
    named = _file(tmp_path, 'port = 1\nhost = "one"\nbase_url = "https://one"\naccess_log = true\nhttp_rate = 5\n')
    config = configure({"port": 3, "host": None}, {"SOMMET_PORT": "2", "SOMMET_HOST": "two", "SOMMET_CONFIG": named})
    assert (config.port, config.host, config.base_url) == (3, "two", "https://one")
    assert (config.access_log, config.http_rate, config.threads) == (True, 5.0, Config().threads)


def test_a_file_that_is_named_on_the_command_line_comes_first(tmp_path: Path) -> None:
    """And the usual places are looked at when none is named."""
    (tmp_path / "sommet").mkdir()
    usual = _file(tmp_path / "sommet", "port = 1\n")
    named = _file(tmp_path, "port = 2\n")
    environ = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert str(usual_files("linux", environ)[0]) == usual
    assert usual_files("linux", environ)[1] == Path("/etc/sommet.toml")
    if sys.platform == "linux":
        assert configure({}, environ).port == 1
    assert configure({"config": named}, {**environ, "SOMMET_CONFIG": usual}).port == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 1", r"sommet\.toml has prot, which is no setting"),
        ("[server]\nport = 1", r"sommet\.toml has server, which is no setting"),
        ("port = 70000", r"port \(.*sommet\.toml\) is 70000, but should be a port from 0 to 65535"),
        ("threads = true", r"threads \(.*\) is True, but should be a whole number"),
        ("threads = []", r"threads \(.*\) is \[\], but should be a whole number"),
        ("host = 5", r"host \(.*\) is 5, but should be a text"),
        ("access_log = 3", r"access_log \(.*\) is 3, but should be true or false"),
        ("keep_guests = -1", r"keep_guests \(.*\) is -1, but should be a whole number of days"),
        ("log = 'loud'", r"log \(.*\) is loud, but should be debug, info"),
        ("metrics_token = 77", r"metrics_token \(.*\) is \(hidden\), but should be a text"),
        ("port = 1 2", r"sommet\.toml cannot be read \(.*line 1"),
    ],
)
def test_what_is_wrong_names_the_file_and_the_key(tmp_path: Path, text: str, said: str) -> None:
    """In one sentence, without a secret."""
    with pytest.raises(Unusable, match=said) as caught:
        configure({"config": _file(tmp_path, text)}, {})
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    """Whoever names one means it."""
    with pytest.raises(Unusable, match=r"nowhere\.toml cannot be read"):
        configure({"config": str(tmp_path / "nowhere.toml")}, {})
    (tmp_path / "sommet.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(Unusable, match="cannot be read"):
        configure({}, {"SOMMET_CONFIG": str(tmp_path / "sommet.toml")})


def test_every_setting_is_in_the_example_at_its_default() -> None:
    """And in the handbook's table, with its variable; and has a sentence for wrong values."""
    text = (ROOT / "deploy" / "sommet.toml").read_text(encoding="utf-8")
    example = tomllib.loads("\n".join(re.findall(r"(?m)^# (\w+ = .*)$", text)))
    assert example == msgspec.structs.asdict(Config())
    assert tomllib.loads(text) == {}, "as it is, it changes nothing"
    handbook = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert [field.name for field in FIELDS if f"`SOMMET_{field.name.upper()}`" not in handbook] == []
    assert [field.name for field in FIELDS if field.type not in WANTED] == []


def test_a_password_may_hold_any_character() -> None:
    """Apart from the address nothing in it has a meaning."""
    config = configure({"database": "postgresql://sommet@db/games"}, {"SOMMET_DATABASE_PASSWORD": "p@ss/w:rd%20 #?"})
    url = config.url()
    assert (url.password, url.host, url.database, url.username) == ("p@ss/w:rd%20 #?", "db", "games", "sommet")
    with pytest.raises(Unusable) as caught:
        Config(database="postgresql://sommet:sesame@db:port/x").url()
    assert "sesame" not in str(caught.value)


def test_addresses_have_the_driver_that_the_server_uses(tmp_path: Path) -> None:
    """Whatever was typed."""
    assert Config(database="postgresql://a@b/c").url().drivername == "postgresql+asyncpg"
    assert Config(database=f"sqlite:///{tmp_path}/y.db").url().drivername == "sqlite"


def test_print_config_hides_every_secret(tmp_path: Path) -> None:
    """Passwords in addresses too; the rest is a file of settings that could be used again."""
    secrets = {f"SOMMET_{field.name.upper()}": "hunter2" for field in FIELDS if field.type == Secret}
    assert len(secrets) >= 2
    environ = {
        **os.environ,
        **secrets,
        "LC_ALL": "C",
        "SOMMET_DATABASE": "postgresql://sommet:hun@ter/2@db/x?sslpassword=hunter3",
        "SOMMET_BUS": "redis://:hunter4@bus/0",
        "SOMMET_CONFIG": _file(tmp_path, "threads = 3\n"),
    }
    command = [sys.executable, "-c", "import sys; from sommet.cli import main; sys.exit(main())", "serve"]
    done = subprocess.run(
        [*command, "--print-config", "--port", "7"], capture_output=True, text=True, timeout=60, env=environ
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "hun" not in done.stdout
    shown = tomllib.loads(done.stdout)
    assert set(shown) == {field.name for field in FIELDS}
    assert (shown["port"], shown["threads"], shown["metrics_token"]) == (7, 3, "(hidden)")
    assert "port = 7  # --port" in done.stdout
    assert f"threads = 3  # threads ({tmp_path / 'sommet.toml'})" in done.stdout


def test_hiding() -> None:
    """Only the password."""
    assert hidden("postgresql://a:b:c@d@e/f") == "postgresql://a:(hidden)@e/f"
    assert hidden("sqlite:////a/b@c.db") == "sqlite:////a/b@c.db"
    assert 'database = ""' in printed(origins({}, {"XDG_CONFIG_HOME": "/nowhere"}))


def test_postgres_takes_such_a_password(tmp_path: Path, postgres: Postgres, new_postgres: Callable[[], str]) -> None:
    """For queries and for hints, from a real PostgreSQL that asks for it; a wrong one is one sentence without it."""
    password = "p@ss/w:rd%20+ #?'é"
    database = new_postgres()
    rules = postgres.folder / "data" / "pg_hba.conf"
    before = rules.read_text(encoding="utf-8")
    asyncio.run(_sql(database, f"CREATE ROLE odd SUPERUSER LOGIN PASSWORD '{password.replace(chr(39), chr(39) * 2)}'"))
    rules.write_text("host all odd 127.0.0.1/32 scram-sha-256\n" + before, encoding="utf-8")
    try:
        asyncio.run(_sql(database, "SELECT pg_reload_conf()"))
        address = database.replace("//sommet@", "//odd@")
        with Inside(tmp_path, database=address, database_password=password) as server:
            assert guest(server.base).call("GET", "/me")["name"] == "Ana"
            assert server.hub.bus.listening.is_set()
        with pytest.raises(StoreError) as caught:
            probe(Config(database=address, database_password="sesame"))
        assert "sesame" not in str(caught.value)
    finally:
        rules.write_text(before, encoding="utf-8")
        asyncio.run(_sql(database, "SELECT pg_reload_conf()"))


async def _sql(database: str, text: str) -> None:
    connection = await asyncpg.connect(database)
    try:
        await connection.execute(text)
    finally:
        await connection.close()
