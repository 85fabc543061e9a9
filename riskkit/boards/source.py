"""What the readers share: numbered lines, and errors that say which one is wrong."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from riskkit.boards.board import Board, BoardError


@dataclass
class Source:
    """The text of a board file, its name, and which line each part of the board stands on."""

    text: str
    name: str
    lines: dict[tuple, int] = field(default_factory=dict)

    def error(self, line: int, reason: str) -> BoardError:
        """Return a BoardError that names the file, the line and the reason."""
        return BoardError(f"{self.name}, line {line}: {reason}", ("line", line))

    def numbered(self, comments: str = "") -> Iterator[tuple[int, str]]:
        """Yield (line number, text) of the lines that are neither blank nor comments."""
        for number, line in enumerate(self.text.splitlines(), 1):
            line = line.strip()
            if line and not (comments and line[0] in comments):
                yield number, line

    def integer(self, line: int, text: str, what: str, low: int, high: int | None = None) -> int:
        """Return `text` as a whole number in range, or raise the error for this line."""
        span = f"from {low} to {high}" if high is not None else f"of at least {low}"
        try:
            value = int(text)
        except ValueError:
            raise self.error(line, f"{what} must be a whole number, not {text!r}") from None
        if value < low or (high is not None and value > high):
            raise self.error(line, f"{what} must be a whole number {span}, not {value}")
        return value

    def build(self, make: Callable[[], Board]) -> Board:
        """Call `make`; a BoardError gets the line of the part it is about."""
        try:
            return make()
        except BoardError as problem:
            if problem.where[:1] == ("line",):
                raise
            line = self.lines.get(problem.where)
            place = f"{self.name}, line {line}" if line else self.name
            raise BoardError(f"{place}: {problem}", problem.where) from None
