"""Counters for Prometheus, written by hand: the text format is simpler than a library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Metrics:
    """What has happened since the server started."""

    def __init__(self) -> None:
        self.moves = 0
        self.bot_moves = 0
        self.tables = 0
        self.sockets = 0
        self.dead_links = 0
        self.slow_links = 0
        self.requests: Counter[int] = Counter()
        self.refusals: Counter[str] = Counter()
        self.hung_up: Counter[str] = Counter()
        self._acks = [0] * (len(_BUCKETS) + 1)
        self._ack_sum = 0.0

    def acked(self, seconds: float) -> None:
        """A move was answered after so long."""
        self._ack_sum += seconds
        slot = next((i for i, most in enumerate(_BUCKETS) if seconds <= most), len(_BUCKETS))
        self._acks[slot] += 1

    def text(self, **gauges: float) -> str:
        """All of it in the exposition format."""
        return "\n".join(self._lines(gauges)) + "\n"

    def _lines(self, gauges: dict[str, float]) -> Iterator[str]:
        counts = {
            "moves": self.moves,
            "bot_moves": self.bot_moves,
            "tables_opened": self.tables,
            "dead_links": self.dead_links,
            "slow_links": self.slow_links,
        }
        for name, count in counts.items():
            yield f"# TYPE kingdomino_{name}_total counter"
            yield f"kingdomino_{name}_total {count}"
        yield "# TYPE kingdomino_sockets gauge"
        yield f"kingdomino_sockets {self.sockets}"
        for name, value in gauges.items():
            yield f"# TYPE kingdomino_{name} gauge"
            yield f"kingdomino_{name} {value:g}"
        yield "# TYPE kingdomino_requests_total counter"
        for status, count in sorted(self.requests.items()):
            yield f'kingdomino_requests_total{{status="{status}"}} {count}'
        yield "# TYPE kingdomino_refusals_total counter"
        for code, count in sorted(self.refusals.items()):
            yield f'kingdomino_refusals_total{{code="{code}"}} {count}'
        yield "# TYPE kingdomino_hung_up_total counter"
        for why, count in sorted(self.hung_up.items()):
            yield f'kingdomino_hung_up_total{{why="{why}"}} {count}'
        yield from self._histogram()

    def _histogram(self) -> Iterator[str]:
        yield "# TYPE kingdomino_ack_seconds histogram"
        total = 0
        for most, count in zip((*_BUCKETS, "+Inf"), self._acks, strict=True):
            total += count
            yield f'kingdomino_ack_seconds_bucket{{le="{most}"}} {total}'
        yield f"kingdomino_ack_seconds_sum {self._ack_sum:.6f}"
        yield f"kingdomino_ack_seconds_count {total}"
