"""A net of PyTorch for Kingdomino for two, which the examples for its libraries share.

One output for each of 856 actions would be slow to learn. This scores every legal action by what it
is: the same small net for every placement, another one for every domino of the row.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

SIDE, CHANNELS, SLOT = 9, 8, 24
TABLE = 2 * SIDE * SIDE * CHANNELS
"""Where the table begins in an observation, see docs/env/README.md."""
MAPS, OFFERS, SUMMARY = 7, 8, 42


def around(maps: Tensor) -> Tensor:
    """The sum over the four neighbours of each square, [n, c, 9, 9]."""
    wide = nn.functional.pad(maps, (1, 1, 1, 1))
    return wide[..., :-2, 1:-1] + wide[..., 2:, 1:-1] + wide[..., 1:-1, :-2] + wide[..., 1:-1, 2:]


def lots(kingdom: Tensor) -> tuple[Tensor, Tensor]:
    """Squares and crowns by terrain of a kingdom, [n, 6] each."""
    terrain, crowns = kingdom[:, :6], kingdom[:, 6:7]
    return terrain.sum((2, 3)), (terrain * crowns).sum((2, 3))


class Seen(nn.Module):
    """What there is to know of each legal action, out of the bytes of an observation.

    For a placement: how each half meets its own terrain and crowns, lone gaps, how far out it
    lies. For a domino of the row: its crowns, and what the kingdom has of its terrains.
    """

    def __init__(self) -> None:
        super().__init__()
        line = torch.arange(SIDE) - SIDE // 2
        far = torch.maximum(line.abs()[:, None], line.abs()[None]) / 4
        self.register_buffer("far", far.float())

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        n = len(seen)
        kingdoms = seen[:, :TABLE].reshape(n, 2, SIDE, SIDE, CHANNELS).permute(0, 1, 4, 2, 3)
        own, table = kingdoms[:, 0], seen[:, TABLE:]
        near = around(torch.cat([own[:, :6], own[:, :6] * own[:, 6:7], own[:, 7:8]], 1))
        halves = [self.half(near, table[:, at : at + 8]) for at in (152, 160)]
        squares, kept = lots(own)
        others = torch.cat(lots(kingdoms[:, 1]), 1)
        offer = table[:, 32:152].reshape(n, 5, SLOT)
        brings = [
            part for at in (0, 8) for part in self.brings(offer[..., at : at + 8], squares, kept)
        ]
        order = torch.arange(5.0).expand(n, 5) / 4
        offers = torch.stack([*brings, order, offer[..., 16] / 48], -1)
        rest = torch.cat([table[:, :16], table[:, 16:17] / 30, table[:, 24:25] / 30], 1)
        counted = torch.cat([squares / 5, kept / 3, others / 5], 1)
        return self.pairs(*halves), offers, torch.cat([counted, rest], 1)

    def half(self, near: Tensor, half: Tensor) -> Tensor:
        kind, crowns = half[:, :6, None, None], half[:, 6, None, None]
        meets, crowned = (near[:, :6] * kind).sum(1), (near[:, 6:12] * kind).sum(1)
        alone = (near[:, 12] == 0).float()
        far = self.far.expand_as(meets)
        own = crowns.expand_as(meets)
        return torch.stack(
            [meets, (meets > 0).float(), crowns * meets, crowned, alone, far, own], 1
        )

    def brings(self, half: Tensor, squares: Tensor, kept: Tensor) -> tuple[Tensor, ...]:
        kind, crowns = half[..., :6], half[..., 6]
        has = (kind * squares[:, None]).sum(-1)
        return crowns, crowns * has / 5, (kind * kept[:, None]).sum(-1) / 2

    def pairs(self, left: Tensor, right: Tensor) -> Tensor:
        """[n, 4, 2 * MAPS, 9, 9]: the left half here, the right one east, south, west, north."""
        moved = (right.roll(-1, 3), right.roll(-1, 2), right.roll(1, 3), right.roll(1, 2))
        return torch.stack([torch.cat([left, there], 1) for there in moved], 1)


class Scores(nn.Module):
    """The same small net scores every placement, and another one every domino of the row."""

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.place = nn.Sequential(nn.Conv2d(2 * MAPS, width, 1), nn.ReLU(), nn.Conv2d(width, 1, 1))
        self.offer = nn.Sequential(nn.Linear(OFFERS, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, parts: tuple[Tensor, Tensor]) -> Tensor:
        places, offers = parts
        n = len(places)
        worth = self.place(places.flatten(0, 1)).reshape(n, 4, SIDE, SIDE)
        # Ids count the squares of a window of 13 × 13; no game of two needs those for squares.
        ids = nn.functional.pad(worth, (2, 2, 2, 2)).reshape(n, 676)
        nothing = ids.new_zeros(n, 169)
        rest = ids.new_zeros(n, 6)
        return torch.cat([ids, nothing, self.offer(offers)[..., 0], rest], 1)


def value_net() -> nn.Module:
    """From a summary to what it is worth."""
    return nn.Sequential(nn.Linear(SUMMARY, 64), nn.ReLU(), nn.Linear(64, 1))
