"""Who holds which totem (origins § 2. Hra o totemy, Průběh hry)."""

Holders = dict[str, int | None]
Choice = tuple[str, list[int]]
"""A totem whose holder must hand it over, and the players it may go to."""


def totems_after(
    holders: Holders, counts: list[dict[str, int]], placer: int
) -> tuple[Holders, list[Choice]]:
    """The holders after *placer* has placed, and the choices that are still theirs to make.

    *counts* are the tokens of each player, after the lava. A totem whose holder must choose
    is still with that holder in the result.
    """
    after = dict(holders)
    choices = []
    for totem, holder in holders.items():
        tokens = [count[totem] for count in counts]
        if leads(tokens, placer):
            after[totem] = placer
        elif holder == placer:
            heirs = best_ahead(tokens, placer)
            if len(heirs) == 1:
                after[totem] = heirs[0]
            if len(heirs) > 1:
                choices.append((totem, heirs))
    return after, choices


def leads(tokens: list[int], player: int) -> bool:
    """Whether *player* has strictly more than every other player."""
    others = [number for other, number in enumerate(tokens) if other != player]
    return all(tokens[player] > number for number in others)


def best_ahead(tokens: list[int], player: int) -> list[int]:
    """The players with the most tokens, if that is strictly more than *player* has."""
    most = max(tokens)
    if most == tokens[player]:
        return []
    return [other for other, number in enumerate(tokens) if number == most]
