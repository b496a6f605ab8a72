"""The daily deal: the chain of seeds, and what a forger cannot do."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from kingdomino import Record, advance, apply, legal_actions, rules, start
from kingdomino.core.error import RecordError
from kingdomino.core.interchange import export_record
from kingdomino.games import daily
from kingdomino.games.daily import Shown
from kingdomino.games.fair import fair_document

KEY = bytes(range(32))
DAY = date(2026, 11, 16)


def dealt(day: date = DAY, game: str = "kingdomino", key: bytes = KEY) -> dict[str, Any]:
    """A game of a deal, played by chance, on record."""
    secret = daily.deal_secret(daily.seed_of(key, day), game)
    stream, rng = daily.deal_stream(secret, day), random.Random(1)
    state, record = start(rules(game, 2)), Record(rules(game, 2), ("Ana", "squire"))
    while not state.over:
        event = stream.draw(state) if state.chance else rng.choice(legal_actions(state))
        state, record = apply(state, event), record.then(event)
    proof = fair_document(secret, [daily.deal_nonce(day), ""], revealed=True)
    return export_record(record) | {"fair": proof}


def shown(day: date = DAY) -> Shown:
    return Shown(day, daily.seed_of(KEY, day))


def refused(work: Callable[[], object]) -> str:
    with pytest.raises(RecordError) as why:
        work()
    return str(why.value.why)


def test_the_seed_of_a_day_is_the_hash_of_the_next() -> None:
    tomorrow = DAY + timedelta(days=1)
    assert daily.promised_by(daily.seed_of(KEY, tomorrow)) == daily.seed_of(KEY, DAY)
    assert daily.earlier(shown(tomorrow), DAY) == daily.seed_of(KEY, DAY)
    assert daily.seed_of(KEY, daily.LAST) != daily.seed_of(KEY, daily.yesterday(daily.LAST))


def test_no_seed_tells_a_later_day() -> None:
    assert "which is later" in refused(lambda: daily.earlier(shown(), DAY + timedelta(days=1)))
    assert "which is later" in refused(lambda: daily.seed_of(KEY, date(2100, 1, 1)))


def test_a_day_and_its_seed_as_text() -> None:
    assert daily.parse_shown(str(shown())) == shown()
    assert "64 hexadecimal digits" in refused(lambda: daily.parse_shown("2026-11-16:abc"))
    assert "no day '2026-13-40'" in refused(lambda: daily.parse_shown(f"2026-13-40:{'0' * 64}"))


def test_what_was_shown_earlier_has_to_fit() -> None:
    week_ago = DAY - timedelta(days=7)
    daily.check_chain(shown(), shown(week_ago))
    daily.check_chain(shown(week_ago), shown())
    forged = Shown(DAY, daily.seed_of(b"another" * 5, DAY))
    assert "does not lead to" in refused(lambda: daily.check_chain(forged, shown(week_ago)))
    assert "does not lead to" in refused(lambda: daily.check_chain(forged, shown()))


@pytest.mark.parametrize("later", [0, 30])
def test_a_game_is_the_deal_of_its_day(later: int) -> None:
    told = shown(DAY + timedelta(days=later))
    day, record = daily.check_deal(json.dumps(dealt()), told)
    assert (day, record.rules.game) == (DAY, "kingdomino")


def test_another_deal_is_found_out() -> None:
    other = dealt(key=b"x" * 32)
    assert "not the deal of kingdomino" in refused(
        lambda: daily.check_deal(json.dumps(other), shown())
    )
    assert "no game of a daily deal" in refused(lambda: check(random_game({})))
    assert "no game of a daily deal" in refused(lambda: check(random_game({"0": "ab" * 16})))
    both = {"0": daily.deal_nonce(DAY), "1": "ab" * 16}
    assert "no game of a daily deal" in refused(lambda: check(random_game(both)))
    impossible = random_game({"0": "20261340".zfill(32)})
    assert "no day '2026-13-40'" in refused(lambda: check(impossible))


def check(game: dict[str, Any]) -> object:
    return daily.check_deal(json.dumps(game), shown())


def random_game(nonces: dict[str, str]) -> dict[str, Any]:
    """A fair game before its first event that is no deal of any day."""
    proof = fair_document(b"s" * 32, [nonces.get("0", ""), nonces.get("1", "")], revealed=True)
    return export_record(Record(rules("kingdomino", 2), ("Ana", "Bo"))) | {"fair": proof}


def test_the_bot_draws_upon_the_deal_and_the_moment() -> None:
    secret = daily.deal_secret(shown().seed, "giants")
    assert daily.bot_seed(secret, 3) == daily.bot_seed(secret, 3) < 2**63
    assert daily.bot_seed(secret, 3) != daily.bot_seed(secret, 4)
    assert daily.bot_seed(secret, 3) != daily.bot_seed(b"s" * 32, 3)


def test_every_game_has_a_deal_of_its_own() -> None:
    seed = shown().seed
    assert daily.deal_secret(seed, "giants") != daily.deal_secret(seed, "kingdomino")
    state = start(rules("kingdomino", 2))
    stream = daily.deal_stream(daily.deal_secret(seed, "kingdomino"), DAY)
    first = advance(state, stream.draw(state))
    assert not first.over
