"""`import sommet`: light, and its names complete; `python -m sommet` is `sommet`."""

import subprocess
import sys

import sommet

HEAVY = ("numpy", "numba", "msgspec", "rich", "prompt_toolkit", "litestar", "sqlalchemy")


def test_dir_completes_the_public_names() -> None:
    """All of them, each there when it is asked for, and nothing that only the module itself uses."""
    assert dir(sommet) == sorted(sommet.__all__)
    assert {"Position", "new", "load"} <= set(dir(sommet))
    assert all(hasattr(sommet, name) for name in dir(sommet))


def test_importing_it_loads_nothing_heavy() -> None:
    """Neither NumPy nor Numba, and not the names themselves until they are used."""
    code = f"import sys, sommet; dir(sommet); print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_python_m_sommet() -> None:
    """The same command, under the same name in its help."""
    run = [sys.executable, "-m", "sommet"]
    done = subprocess.run([*run, "--version"], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == f"sommet {sommet.__version__}"
    wrong = subprocess.run([*run, "no-such-command"], capture_output=True, text=True, timeout=60)
    assert wrong.returncode == 2
    assert "sommet --help" in wrong.stderr
