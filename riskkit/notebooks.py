"""Run the notebooks top to bottom, or check them against their stored outputs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path

from riskkit import paths, scale
from riskkit.errors import RiskkitError, check_name

CELL_SECONDS = 3 * 3600


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
        "PYTHONPATH": first(Path(__file__).resolve().parents[1], "PYTHONPATH"),
        "TQDM_DISABLE": "1",
        "RISKKIT_QUIET": "1",
    }


def run(wanted: Iterable[str] = (), out=print) -> None:
    """Run notebooks top to bottom and store their outputs; stop at the first that fails.

    Parameters
    ----------
    wanted : iterable of str
        Names or numbers; all notebooks when empty.
    out : callable
        Takes a line of progress for each notebook.

    Raises
    ------
    NotebookError
        Naming the notebook and the cell. The notebook keeps its earlier outputs.
    """
    todo = chosen(wanted)
    begin = time.perf_counter()
    for place, name in enumerate(todo, 1):
        start = time.perf_counter()
        cells = _run_one(name, f"[{place}/{len(todo)}] {name}", out)
        out(f"[{place}/{len(todo)}] {name}: {cells} cells in {time.perf_counter() - start:.1f} s")
    out(f"{len(todo)} notebooks in {time.perf_counter() - begin:.0f} s.")


def _run_one(name: str, label: str, out) -> int:
    import nbformat
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    file = paths.notebooks() / f"{name}.ipynb"
    notebook = nbformat.read(file, as_version=4)
    codes = [place for place, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
    shown = _Progress(label, codes, out)
    manager = AsyncKernelManager(kernel_name="python3")
    manager.kernel_spec.argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
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
    try:
        client.execute(env={**kernel_environment(), "RISKKIT_PROGRESS": str(shown.blocks)})
    except CellExecutionError as error:
        raise NotebookError(_failure(name, shown, f"{error.ename}: {error.evalue}")) from None
    except CellTimeoutError:
        raise NotebookError(_failure(name, shown, f"not finished after {CELL_SECONDS} s")) from None
    except DeadKernelError:
        raise NotebookError(_failure(name, shown, "its process died (out of memory?)")) from None
    finally:
        shown.end()
    _refuse_stderr(name, notebook)
    notebook.metadata.pop("widgets", None)
    notebook.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata["language_info"] = {"name": "python"}
    target = _target(file)
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, target)
    return len(codes)


def _target(file: Path) -> Path:
    return paths.home() / "build" / "quick" / "notebooks" / file.name if scale.is_quick() else file


class _Progress:
    """The line of a running notebook: its cell, the blocks of a long run, the time.

    On a terminal it is rewritten every second; elsewhere a line is printed each minute.
    """

    def __init__(self, label: str, codes: list[int], out):
        self.label, self.codes, self.out = label, codes, out
        self.cell, self.source = 0, ""
        self.live = sys.stderr.isatty()
        self.begin = time.perf_counter()
        handle, file = tempfile.mkstemp(prefix="riskkit-progress-")
        os.close(handle)
        self.blocks = Path(file)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True)
        self._thread.start()

    def start(self, cell, cell_index):
        self.cell, self.source = cell_index, cell.source
        self.blocks.write_text("", encoding="utf-8")

    def text(self) -> str:
        at = sum(place <= self.cell for place in self.codes)
        blocks = self.blocks.read_text(encoding="utf-8")
        seconds = time.perf_counter() - self.begin
        return f"{self.label}: cell {at} of {len(self.codes)}{', ' if blocks else ''}{blocks} ({seconds:.0f} s)"

    def _show(self):
        while not self._over.wait(1 if self.live else 60):
            if self.live:
                sys.stderr.write(f"\r\033[K{self.text()}")
                sys.stderr.flush()
            else:
                self.out(self.text())

    def end(self):
        self._over.set()
        self._thread.join()
        self.blocks.unlink(missing_ok=True)
        if self.live:
            sys.stderr.write("\r\033[K")


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
    table fails, and a figure is compared with the exported one by its data.

    Returns
    -------
    int
        Exit code of pytest: 0 when every output agrees.
    """
    files = [str(paths.notebooks() / f"{name}.ipynb") for name in chosen(wanted)]
    rules = paths.home() / "tests" / "nbval_sanitize.cfg"
    command = [sys.executable, "-m", "pytest", "-q", "--nbval", "--nbval-current-env"]
    command += ["--nbval-sanitize-with", str(rules), "--nbval-cell-timeout", "1200"]
    command += ["--nbval-kernel-startup-timeout", "120", "-p", "no:cacheprovider", *files]
    command += ["-n", "2", "--dist", "loadscope"] if len(files) > 1 else []
    env = {**kernel_environment(), "RISKKIT_STORED_ONLY": "1"}
    return subprocess.run(command, cwd=paths.home(), env=env).returncode
