"""Run the notebooks top to bottom, or check them against their stored outputs."""

from __future__ import annotations

import base64
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path

from riskkit.errors import RiskkitError, check_integer, check_name
from riskkit.results import paths, scale, usage

CELL_SECONDS = 3 * 3600
LEDGER = "_ledger"


class NotebookError(RiskkitError):
    """Raised when a cell of a notebook fails or writes a warning."""


def names() -> list[str]:
    """Return the names of the notebooks, in the order in which they run."""
    return sorted(file.stem for file in paths.notebooks().glob("[0-9][0-9]_*.ipynb"))


def chosen(wanted: Iterable[str]) -> list[str]:
    """Return the notebooks that were asked for (by name or number), or all."""
    known = names()
    numbers = {name[:2]: name for name in known}
    picked = [Path(each).stem for each in wanted]
    if not known:
        raise NotebookError(f"there are no notebooks in {paths.notebooks()}")
    return [check_name("notebook", numbers.get(each, each), known) for each in picked] or known


def kernel_environment() -> dict[str, str]:
    """Return the environment of notebook kernels: this Python's kernel, this package, no bars."""

    def first(folder: Path, variable: str) -> str:
        return os.pathsep.join(filter(None, [str(folder), os.environ.get(variable)]))

    return {
        **os.environ,
        "JUPYTER_PATH": first(Path(sys.prefix, "share", "jupyter"), "JUPYTER_PATH"),
        "PYTHONPATH": first(Path(__file__).resolve().parents[2], "PYTHONPATH"),
        "TQDM_DISABLE": "1",
        "RISKKIT_QUIET": "1",
    }


def run(wanted: Iterable[str] = (), out=print, together: int | None = None) -> None:
    """Run notebooks top to bottom and store their outputs; begin none after one has failed.

    The ledger is run last, for it reads what the others store.

    Parameters
    ----------
    wanted : iterable of str
        Names or numbers; all notebooks when empty.
    out : callable
        Takes a line of progress for each notebook.
    together : int, optional
        Notebooks run at the same time; as many as there are cores, at most two, when left out.

    Raises
    ------
    NotebookError
        Naming the notebook and the cell. The notebook keeps its earlier outputs.
    """
    todo = chosen(wanted)
    together = min(2, os.cpu_count() or 1) if together is None else check_integer("together", together, low=1)
    begin = time.perf_counter()
    with _Screen(out) as screen, ThreadPoolExecutor(together) as pool:
        labels = {name: f"[{place}/{len(todo)}] {name}" for place, name in enumerate(todo, 1)}
        try:
            for step in (False, True):
                names_now = [name for name in todo if name.endswith(LEDGER) is step]
                running = [pool.submit(_unless_failed, name, labels[name], screen) for name in names_now]
                for done in as_completed(running):
                    done.result()
        except BaseException:
            screen.interrupt()
            raise
    out(f"{len(todo)} notebooks in {time.perf_counter() - begin:.0f} s.")


def _unless_failed(name: str, label: str, screen: _Screen) -> None:
    if screen.failed:
        return
    try:
        _run_one(name, label, screen)
    except BaseException:
        screen.failed = True
        raise


def _run_one(name: str, label: str, screen: _Screen) -> None:
    import nbformat
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    file = paths.notebooks() / f"{name}.ipynb"
    notebook = nbformat.read(file, as_version=4)
    codes = [place for place, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
    manager = AsyncKernelManager(kernel_name="python3")
    spec = manager.kernel_spec
    if spec is None:
        raise NotebookError("there is no Python kernel for notebooks: install ipykernel")
    spec.argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    shown = _Progress(label, codes, manager)
    client = NotebookClient(
        notebook,
        km=manager,
        timeout=CELL_SECONDS,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(paths.notebooks())}},
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        on_cell_start=shown.start,
    )
    screen.running.append(shown)
    try:
        client.execute(env={**kernel_environment(), "RISKKIT_PROGRESS": str(shown.blocks)})
    except CellExecutionError as error:
        raise NotebookError(_failure(name, shown, f"{error.ename}: {error.evalue}")) from None
    except CellTimeoutError:
        raise NotebookError(_failure(name, shown, f"not finished after {CELL_SECONDS} s")) from None
    except DeadKernelError:
        raise NotebookError(_failure(name, shown, "its process died (out of memory?)")) from None
    finally:
        screen.running.remove(shown)
        shown.end()
    _refuse_stderr(name, notebook)
    _without_bars(notebook)
    _keep_pictures(nbformat.read(file, as_version=4), notebook)
    notebook.metadata.pop("widgets", None)
    notebook.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata["language_info"] = {"name": "python"}
    target = _target(file)
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, target)
    screen.say(f"{label}: {len(codes)} cells in {shown.seconds():.1f} s")


def _without_bars(notebook) -> None:
    """Take the bars of progress out of the outputs: they are of one run only."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            widget = "application/vnd.jupyter.widget-view+json"
            cell.outputs = [output for output in cell.outputs if widget not in output.get("data", {})]


def _keep_pictures(old, new) -> None:
    """Keep the stored bytes of a picture whose every point is as before: packers differ between machines."""
    stored = {cell.get("id"): _pictures(cell) for cell in old.cells}
    for cell in new.cells:
        for before, now in zip(stored.get(cell.get("id"), []), _pictures(cell)):
            if _points(before["image/png"]) == _points(now["image/png"]):
                now["image/png"] = before["image/png"]


def _pictures(cell) -> list:
    return [output["data"] for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]


def _points(png: str) -> tuple:
    from PIL import Image

    with Image.open(io.BytesIO(base64.b64decode(png))) as picture:
        return picture.size, picture.convert("RGB").tobytes()


def _target(file: Path) -> Path:
    return paths.home() / "build" / "quick" / "notebooks" / file.name if scale.is_quick() else file


class _Progress:
    """How far a running notebook is: its cell, the blocks of a long run, the time."""

    def __init__(self, label: str, codes: list[int], manager):
        self.label, self.codes, self.manager = label, codes, manager
        self.cell, self.source = 0, ""
        self.begin = time.perf_counter()
        handle, file = tempfile.mkstemp(prefix="riskkit-progress-")
        os.close(handle)
        self.blocks = Path(file)

    def start(self, cell, cell_index):
        self.cell, self.source = cell_index, cell.source
        self.blocks.write_text("", encoding="utf-8")

    def seconds(self) -> float:
        return time.perf_counter() - self.begin

    def text(self) -> str:
        at = sum(place <= self.cell for place in self.codes)
        blocks = self.blocks.read_text(encoding="utf-8") if self.blocks.exists() else ""
        return f"{self.label}: cell {at} of {len(self.codes)}{', ' if blocks else ''}{blocks} ({self.seconds():.0f} s)"

    def end(self):
        self.blocks.unlink(missing_ok=True)


class _Screen:
    """Where the running notebooks are told of: one line rewritten every second on a terminal, else one a minute."""

    def __init__(self, out):
        self.out, self.running, self.failed = out, [], False
        self.live = sys.stderr.isatty()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()
        self._clear()

    def say(self, text: str):
        self._clear()
        self.out(text)

    def interrupt(self):
        """Begin no further notebook, and end the processes of those that are running."""
        self.failed = True
        for shown in list(self.running):
            with suppress(Exception):
                os.kill(shown.manager.provisioner.pid, signal.SIGTERM)

    def _clear(self):
        if self.live:
            sys.stderr.write("\r\033[K")

    def _show(self):
        while not self._over.wait(1 if self.live else 60):
            texts = [shown.text() for shown in list(self.running)]
            if self.live:
                width = shutil.get_terminal_size().columns - 1
                sys.stderr.write(f"\r\033[K{' | '.join(texts)[:width]}")
                sys.stderr.flush()
            else:
                for text in texts:
                    self.out(text)


def _failure(name: str, shown: _Progress, what: str) -> str:
    source = "\n".join("    " + line for line in shown.source.splitlines())
    return f"notebooks/{name}.ipynb, cell {shown.cell + 1}, failed:\n{source}\n{what}"


def _refuse_stderr(name: str, notebook) -> None:
    for place, cell in enumerate(notebook.cells, 1):
        for output in cell.get("outputs", []):
            if output.get("name") == "stderr":
                raise NotebookError(f"notebooks/{name}.ipynb, cell {place}, writes a warning: {output['text'].strip()}")


def check(wanted: Iterable[str] = ()) -> int:
    """Run notebooks again under nbval and compare every output with the stored one.

    Nothing is computed for minutes and nothing is written: a missing stored
    table fails, and a figure is compared with the exported one by its data. When
    all notebooks are checked, a stored table that none of them reads fails too.

    Returns
    -------
    int
        Exit code of pytest: 0 when every output agrees; 1 for a table that is not used.
    """
    names_now = chosen(wanted)
    files = [str(paths.notebooks() / f"{name}.ipynb") for name in names_now]
    rules = paths.home() / "tests" / "nbval_sanitize.cfg"
    command = [sys.executable, "-m", "pytest", "-q", "--nbval", "--nbval-current-env"]
    command += ["--nbval-sanitize-with", str(rules), "--nbval-cell-timeout", "1200"]
    command += ["--nbval-kernel-startup-timeout", "120", "-p", "no:cacheprovider", *files]
    command += ["-n", "2", "--dist", "loadscope"] if len(files) > 1 else []
    with tempfile.TemporaryDirectory() as folder:
        noted = Path(folder, "used.txt")
        noted.touch()
        env = {**kernel_environment(), "RISKKIT_STORED_ONLY": "1", usage.VARIABLE: str(noted)}
        failed = subprocess.run(command, cwd=paths.home(), env=env).returncode
        if failed or names_now != names():
            return failed
        usage.keep(noted)
    left = usage.unused()
    if left:
        print("No notebook uses these stored tables; delete them and the .json files beside them:", *left, sep="\n")
    return 1 if left else 0
