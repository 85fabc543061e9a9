"""Figures for reports: exported with caption, data and provenance, and listed in an index.

Full-size figures go to ``figures/``. In quick mode (``RISKKIT_SCALE=quick``) they
are stamped "not full size" and go to ``build/quick/figures/``. Where nothing may
be written (``RISKKIT_STORED_ONLY=1``, as in the tests) an export draws the figure
and compares its data with the exported file instead.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
from pathlib import Path

import pandas as pd

from riskkit.claims import ledger as claims
from riskkit.errors import check_name
from riskkit.results import disk, paths, scale, store
from riskkit.results.disk import StoreError

FORMATS = ("svg", "pdf", "png")
ROWS = 20_000
STAMP = "not full size (quick run)"
QUICK = " Not full size: a quick run, with fewer games than are named here."
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


class FigureError(StoreError):
    """Raised when a figure is missing, or its data differ from those exported."""


def export(
    fig,
    name: str,
    caption: str,
    data: pd.DataFrame,
    claim: str | list[str] | None = None,
    notebook: str | None = None,
    seed: int | None = None,
) -> Path:
    """Write a figure for a report: SVG, PDF, PNG (300 dpi), caption, data and provenance.

    Parameters
    ----------
    fig : matplotlib.figure.Figure
    name : str
        File name without ending, starting with the notebook's number: ``"05_heatmap"``.
    caption : str
        What is shown, with units, n and what the intervals are.
    data : DataFrame
        What is drawn: at most 20,000 rows.
    claim : str or list of str, optional
        Claims of the ledger that the figure bears on.
    notebook : str, optional
        The notebook it comes from; found by the number that ``name`` begins with when left out.
    seed : int, optional
        Seed behind the data.

    Returns
    -------
    Path
        The PNG.

    Raises
    ------
    ValueError
        For a name with path parts, an empty caption or too much data.
    StoreError
        If the folder cannot be written (full disk, read-only).
    FigureError
        (a ``StoreError``) where nothing may be written (``RISKKIT_STORED_ONLY=1``) and the
        data are not those of the exported figure.
    """
    check(name, caption, data)
    fig = _figure(fig, name)
    named = [claim] if isinstance(claim, str) else list(claim or [])
    for each in named:
        check_name("claim", each, list(claims.published()["claim"]))
    if scale.is_quick():
        _stamp(fig)
    _without_latex(fig, name)
    folder = paths.figures()
    values = as_csv(data)
    if store.stored_only():
        drawn(fig, "svg")
        compare(folder / f"{name}.csv", values)
        return folder / f"{name}.png"
    content = {**{ending: drawn(fig, ending) for ending in FORMATS}, "csv": values}
    about = provenance(name, caption, data, named, notebook, seed)
    write(folder, name, content, about)
    return folder / f"{name}.png"


def check(name, caption, data) -> None:
    """Refuse a name with path parts, an empty caption, and data that are no table or too large."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(
            "a figure's name is a plain file name without folders or ending, of at most 100 letters, digits, _ and -, "
            f"like '05_heatmap', not {name!r}"
        )
    if not isinstance(caption, str) or not caption.strip():
        raise ValueError(f"figure {name}: the caption is empty; say what is shown, with n and units")
    if not isinstance(data, pd.DataFrame):
        raise TypeError(f"figure {name}: data must be the DataFrame that is drawn, not {type(data).__name__}")
    if data.empty:
        raise ValueError(f"figure {name}: data is empty; give the DataFrame that is drawn")
    if len(data) > ROWS:
        raise ValueError(f"figure {name}: data has {len(data):,} rows; give what is drawn, at most {ROWS:,} rows")


def _figure(fig, name: str):
    """Return the Figure that was given, or that of the Axes that were given."""
    fig = getattr(fig, "figure", fig)
    if not hasattr(fig, "savefig"):
        raise TypeError(f"figure {name}: give a matplotlib Figure (or Axes), not {type(fig).__name__}")
    if not fig.axes:
        raise ValueError(f"figure {name} is blank: nothing was drawn")
    return fig


def as_csv(data: pd.DataFrame) -> bytes:
    """Return the data behind a figure or table as CSV with 10 significant digits."""
    return data.to_csv(index=False, float_format="%.10g", lineterminator="\n").encode()


def provenance(name, caption, data, named=(), notebook=None, seed=None) -> dict:
    """Return what is written beside a figure or table: what it shows and what it rests on, no time and no machine."""
    return {
        "name": name,
        "caption": " ".join(caption.split()) + (QUICK if scale.is_quick() else ""),
        "claims": list(named),
        "notebook": notebook or _notebook(name),
        "seed": seed,
        "scale": scale.current(),
        "rows": len(data),
        "command": "make quick" if scale.is_quick() else "make figures",
    }


def _stamp(fig) -> None:
    from matplotlib.patheffects import withStroke

    if all(text.get_text() != STAMP for text in fig.texts):
        look = {"ha": "center", "va": "center", "fontsize": 16, "color": "0.25", "alpha": 0.7}
        rim = [withStroke(linewidth=3, foreground="white", alpha=0.7)]
        fig.text(0.5, 0.5, STAMP, rotation=20, path_effects=rim, **look)


def _without_latex(fig, name: str) -> None:
    """Let matplotlib set the text that a figure wants set by LaTeX, where LaTeX is missing, and say so."""
    from matplotlib.text import Text

    wanting = [text for text in fig.findobj(Text) if text.get_usetex()]
    if wanting and shutil.which("latex") is None:
        print(f"LaTeX is not installed; the text of figure {name} is set by matplotlib instead.")
        for text in wanting:
            text.set_usetex(False)


def drawn(fig, ending: str) -> bytes:
    """Return the file of a Figure or Axes in one of `FORMATS`; nothing in it depends on the time."""
    from riskkit.plots import style

    metadata = {
        "svg": {"Date": None, "Creator": "riskkit"},
        "pdf": {"CreationDate": None, "Creator": "riskkit", "Producer": None},
        "png": {"Software": None},
    }[ending]
    held = io.BytesIO()
    with style.use():
        getattr(fig, "figure", fig).savefig(held, format=ending, dpi=300, metadata=metadata)
    return held.getvalue()


def _notebook(name: str) -> str:
    number = name.split("_")[0]
    found = sorted(paths.notebooks().glob(f"{number}_*.ipynb")) if number.isdigit() else []
    return found[0].stem if len(found) == 1 else ""


def compare(file: Path, content: bytes) -> None:
    """Refuse data that are not those of the exported file (relative tolerance 1e-6)."""
    if not file.exists():
        raise FigureError(f"figures/{file.name} is missing: it was never exported. Run 'make figures'.")
    ours, stored = pd.read_csv(io.BytesIO(content)), pd.read_csv(file)
    try:
        pd.testing.assert_frame_equal(ours, stored, rtol=1e-6, atol=1e-9)
    except AssertionError as error:
        raise FigureError(
            f"The data are not those of figures/{file.name}: {error}\n"
            "If the change is meant, run 'make figures' and commit the new files."
        ) from None


def write(folder: Path, name: str, content: dict[str, bytes], about: dict) -> None:
    """Write a figure or table with the JSON file that says what it is and seals its files.

    Where data, caption and drawing are those of the files that are there, nothing is written:
    coordinates may differ by less than a hundredth of a point, as they do between machines.
    """
    beside = folder / f"{name}.json"
    old = json.loads(beside.read_text(encoding="utf-8")) if beside.exists() else {}
    kept = {ending: (folder / f"{name}.{ending}") for ending in content}
    if {field: old.get(field) for field in about} == about and _same(kept, content, old.get("sealed", {})):
        return
    about = {**about, "sealed": {ending: seal(held) for ending, held in sorted(content.items())}}
    text = json.dumps(about, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    with disk.plain_failure(folder, f"The figure {name!r} was not exported."):
        folder.mkdir(parents=True, exist_ok=True)
        for ending, held in content.items():
            disk.write(kept[ending], held)
        disk.write(beside, text.encode())


def seal(content: bytes) -> str:
    """Return the checksum by which the JSON file of a figure knows each of its files."""
    return hashlib.sha256(content).hexdigest()


def _same(kept: dict[str, Path], content: dict[str, bytes], sealed: dict[str, str]) -> bool:
    """Return whether the files that are there are whole and hold these data and this drawing."""
    if not all(file.exists() and seal(file.read_bytes()) == sealed.get(ending) for ending, file in kept.items()):
        return False
    texts = [ending for ending in ("csv", "svg", "md", "tex", "html") if ending in content]
    return all(_alike(kept[ending].read_text(encoding="utf-8"), content[ending].decode(), ending) for ending in texts)


_DECIMAL = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")
_POINTS = 0.01
_SHARE = 1e-9


def _alike(one: str, other: str, ending: str) -> bool:
    """Return whether two files differ by less than a hundredth of a point (drawings), or a billionth (data)."""
    if one == other:
        return True
    if _DECIMAL.sub("#", one) != _DECIMAL.sub("#", other):
        return False
    pairs = [(float(a), float(b)) for a, b in zip(_DECIMAL.findall(one), _DECIMAL.findall(other))]
    if ending == "svg":
        return all(abs(a - b) < _POINTS for a, b in pairs)
    return all(abs(a - b) <= _SHARE * max(abs(a), abs(b)) for a, b in pairs)


def damaged(folder: Path | None = None) -> list[str]:
    """Return the files of exported figures and tables that are not those sealed when they were drawn, sorted.

    A picture that was drawn from other data, or data, picture or caption changed by hand, is such a file.
    """
    folder = paths.figures() if folder is None else folder
    found = []
    for beside in sorted(folder.rglob("*.json")):
        for ending, held in json.loads(beside.read_text(encoding="utf-8")).get("sealed", {}).items():
            file = beside.with_suffix(f".{ending}")
            if not file.exists() or seal(file.read_bytes()) != held:
                found.append(str(file.relative_to(folder)))
    return found
