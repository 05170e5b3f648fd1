"""What a few games prove: a share with the band it lies in. Wilson's score interval, 95 %."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Z = 1.959963984540054
ENOUGH = 8
"""Below so many games nothing is said of a share."""


def wilson(wins: int, n: int) -> tuple[float, float]:
    """The lower and the upper end of the band, from 0 to 1; the whole width where there is nothing."""
    if not n:
        return 0.0, 1.0
    share, z2 = wins / n, Z * Z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z * sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Band:
    """So many wins of ``n``."""

    wins: int
    n: int

    @property
    def early(self) -> bool:
        """Whether it is too early to say anything."""
        return self.n < ENOUGH

    @property
    def low(self) -> int:
        """The lower end in percent."""
        return round(100 * wilson(self.wins, self.n)[0])

    @property
    def high(self) -> int:
        """The upper end in percent."""
        return round(100 * wilson(self.wins, self.n)[1])

    @property
    def share(self) -> int:
        """In percent; 0 of nothing."""
        return round(100 * self.wins / self.n) if self.n else 0

    @property
    def order(self) -> tuple[bool, float, int]:
        """Sorts the best first, by the lower end; those of whom it is too early to say anything last."""
        return self.early, -wilson(self.wins, self.n)[0], -self.n
