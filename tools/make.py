"""Set up riskkit and run one of its commands; needs nothing but Python 3.11 or newer.

    python tools/make.py figures | test | lab | report | docs

Without an active virtual environment one is made in .venv. What is needed is
installed there when the list of requirements has changed. Whatever fails is said
in plain words, and the exit code says it too.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OLDEST = (3, 11)
NEWER = ("python3.13", "python3.12", "python3.11", "python3.14")


def say(text):
    print(text, flush=True)


def stop(text, code=1):
    print(f"\nStopped: {text}", file=sys.stderr, flush=True)
    raise SystemExit(code)


def with_new_python():
    """Go on in a Python that is new enough, or say that there is none."""
    if sys.version_info[:2] >= OLDEST:
        return
    for name in NEWER:
        found = shutil.which(name)
        if found and starts(found):
            os.execv(found, [found, *sys.argv])
    stop(
        "riskkit needs Python {}.{} or newer; this is Python {}.{}. Install a newer one and run "
        "'make PYTHON=/path/to/python figures'.".format(*OLDEST, *sys.version_info[:2])
    )


def starts(python):
    """Return True if this Python can be started (a version manager may only stand in for it)."""
    try:
        return subprocess.call([python, "-c", ""], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def active_environment():
    """Return the Python of the active virtual (or conda) environment, or None."""
    if sys.prefix != sys.base_prefix:
        return Path(sys.executable)
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        folder = os.environ.get(variable)
        if folder:
            python = python_of(Path(folder))
            if python.exists():
                return python
    return None


def python_of(folder):
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def environment():
    """Return the Python to use, making .venv when no environment is active."""
    active = active_environment()
    if active:
        return active
    folder = ROOT / ".venv"
    python = python_of(folder)
    if not works(python):
        say("Making a virtual environment in .venv ...")
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], capture_output=True, text=True)
        if made.returncode or not works(python):
            stop(
                "the virtual environment .venv could not be made. On Debian and Ubuntu the package "
                "python3-venv is needed (apt-get install python3-venv).\n" + tail(made.stdout + made.stderr)
            )
    return python


def works(python):
    """Return True if this environment runs and has pip (a broken one is made anew)."""
    if not python.exists():
        return False
    try:
        return subprocess.run([str(python), "-m", "pip", "--version"], capture_output=True).returncode == 0
    except OSError:
        return False


def tail(text, lines=15):
    return "\n".join(text.strip().splitlines()[-lines:])


def fingerprint():
    held = b"".join((ROOT / name).read_bytes() for name in ("requirements.txt", "pyproject.toml"))
    return hashlib.sha256(held + str(ROOT).encode()).hexdigest()


def install(python):
    """Install the pinned requirements and riskkit itself, unless that was done for this very list."""
    prefix = subprocess.run([str(python), "-c", "import sys; print(sys.prefix)"], capture_output=True, text=True)
    stamp = Path(prefix.stdout.strip()) / "riskkit-installed"
    if stamp.exists() and stamp.read_text() == fingerprint():
        return
    say(f"Installing what riskkit needs into {stamp.parent} (once; about a minute) ...")
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    for what in (["-r", "requirements.txt"], ["--no-deps", "--no-build-isolation", "-e", "."]):
        done = subprocess.run([*pip, *what], cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            stop(
                f"'pip install {' '.join(what)}' failed. Is the network there, and is there 1.5 GB of free "
                "space? pip said last:\n" + tail(done.stderr or done.stdout)
            )
    try:
        stamp.write_text(fingerprint())
    except OSError:
        say(f"({stamp.parent} cannot be written; the installation is checked again next time.)")


def settings():
    """Return the environment of the commands; FRESH=1 becomes the time from which on results count."""
    env = dict(os.environ)
    for name in ("FRESH", "RISKKIT_SCALE"):
        if not env.get(name):
            env.pop(name, None)
    if env.get("FRESH") == "1":
        env["FRESH"] = str(int(time.time()))
        say(f"Everything is computed afresh. If this is interrupted, FRESH={env['FRESH']} goes on from there.")
    return env


def run(python, *arguments, env):
    return subprocess.run([str(python), *arguments], cwd=ROOT, env=env).returncode


def figures(python, env):
    return run(python, "-m", "riskkit", "notebooks", env=env)


def test(python, env):
    """Check the types, run the tests, then every notebook against its stored outputs; all three always run."""
    for name in ("FRESH", "RISKKIT_SCALE"):
        env.pop(name, None)
    say("The types:")
    types = run(python, "-m", "mypy", env=env)
    say("\nCompiling the engine where it is not compiled yet (once; a minute or two) ...")
    if run(python, "-m", "riskkit", "warm", env=env):
        stop("the engine does not compile; see above.")
    say("\nThe tests:")
    tests = run(python, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", env=env)
    say("\nThe notebooks, run again and compared with their stored outputs:")
    books = run(python, "-m", "riskkit", "notebooks", "--check", env=env)
    if types:
        say(f"\nFAILED: the types (mypy's exit code {types}); each line above says where and what does not fit.")
    if tests:
        say(f"\nFAILED: the tests (pytest's exit code {tests}); its summary is above.")
    if books:
        say(f"\nFAILED: the notebooks (pytest's exit code {books}); its summary is above.")
    if not types and not tests and not books:
        say("\nThe types fit, all tests passed, and every notebook gives its stored outputs.")
    return types or tests or books


def lab(python, env):
    arguments = [f"--ServerApp.root_dir={ROOT}", "--LabApp.default_url=/lab/tree/notebooks"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--allow-root")  # as in a container; Jupyter refuses otherwise
    return run(python, "-m", "jupyterlab", *arguments, env=env)


def report(python, env):
    return run(python, "-m", "riskkit", "report", env=env)


def docs(python, env):
    return run(python, "-m", "riskkit", "docs", env=env)


COMMANDS = {"figures": figures, "test": test, "lab": lab, "report": report, "docs": docs}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        stop(f"use: python tools/make.py {' | '.join(COMMANDS)}", 2)
    with_new_python()
    python = environment()
    install(python)
    try:
        raise SystemExit(COMMANDS[sys.argv[1]](python, settings()))
    except KeyboardInterrupt:
        stop("interrupted. What was finished is kept; the same command goes on from there.", 130)


if __name__ == "__main__":
    main()
