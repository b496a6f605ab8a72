"""How a decision changes the state, and what is decided next.

The agenda of core needs no stack here: at most one effect of a placement is being decided, and
what follows it is known from the acting row, the cursor in it and the stage.
"""

from __future__ import annotations

import numpy as np

from ...games.tribe import FULL_SET
from ..board import layout as at
from ..board.compile import Word, Words, ctz, inlined, inner, num, popc
from ..board.layout import (
    field,
    is_base,
    kingdom,
    larger,
    nibble,
    param,
    phase,
    player,
    with_field,
)
from ..board.torus import ONE, bit_at
from .chance import await_row
from .option import (
    CHOOSE,
    CHOOSE_PAIR,
    COVER,
    ERUPT,
    HAND_OVER,
    PLACE,
    RECRUIT,
    RELEASE,
    SEND,
    SETTLE,
    SETTLE_ON,
    acting_tile,
    craters,
    giant_squares,
    heirs,
    receivers,
    resources,
    uncovered,
)
from .placing import NONE, put, spread, step_x, step_y

U = np.uint64
GIANT, FOOTPRINTS = 1, 2
SQUARE_MOVE, ITEM_MOVE, PASS_MOVE = 4, 5, 6
"""A move is one number: the direction of a placement or one of these, and above it in
the low byte x + 8 and 16 * (y + 8), or an item."""
MOVE_ZERO = 8
ASKED, PLACED, TURN_OVER, TOTEMS_MOVE = range(4)
"""What follows a decision: another one has been asked for, or the domino lies and its effects are
over, or the king's turn is, or totems may change hands."""


@inner
def ask(s: Words, now: int, seat: int, arg: int) -> None:
    """The next decision: its phase, who takes it, and the square, resource or caveman it is
    about."""
    # PHASE, PLAYER and ARG are the three lowest bytes.
    turn = s[at.TURN] & ~U(0xFFFFFF)
    s[at.TURN] = turn | U(now) | (U(seat) << U(at.PLAYER)) | (U(arg) << U(at.ARG))


@inner
def acting_seat(s: Words) -> int:
    """Whose king's turn it is."""
    return nibble(s[at.ACTING], at.OWNERS)


@inner
def next_round(p: Words, s: Words) -> None:
    """The kings on the row act in its order, after a new row has been laid if there is one."""
    offer, acting, n = s[at.OFFER], NONE, 0
    for i in range(num(offer >> U(at.COUNT))):
        owner = nibble(offer, at.OWNERS + 4 * i)
        # Wider Offer, and Origins with three: the game discards what nobody has chosen.
        if owner > 0:
            acting |= ((offer >> U(8 * i)) & U(255)) << U(8 * n)
            acting |= U(owner - 1) << U(at.OWNERS + 4 * n)
            n += 1
    s[at.ACTING], s[at.OFFER] = acting, NONE
    turn = with_field(s[at.TURN], at.ACTING_COUNT, n)
    if field(turn, at.ROWS_LEFT):
        s[at.TURN] = with_field(turn, at.STAGE, at.ROUND)
        await_row(s)
        return
    s[at.TURN] = with_field(turn, at.STAGE, at.LAST)
    # Nobody chooses in the last round, so that after it no king stands on a row.
    if n:
        ask(s, PLACE, nibble(acting, at.OWNERS), 0)
    else:
        ask(s, at.OVER, at.NOBODY, 0)


@inlined
def next_king(p: Words, s: Words) -> None:
    """The acting king's turn is over."""
    s[at.TURN] -= ONE << U(at.ACTING_COUNT)
    turn, acting = s[at.TURN], s[at.ACTING]
    if field(turn, at.ACTING_COUNT) == 0:
        next_round(p, s)
    else:
        # The next king comes first: owners move up by a nibble, dominoes by a byte.
        owners = (acting >> U(at.OWNERS + 4)) << U(at.OWNERS)
        s[at.ACTING] = owners | ((acting & U(at.DOMINO_MASK)) >> U(8))
        ask(s, CHOOSE if field(turn, at.STAGE) == at.OPENING_STAGE else PLACE, acting_seat(s), 0)


@inlined
def follow(p: Words, s: Words, then: int) -> None:
    """Go on after a decision: move totems, let the king choose, or end its turn."""
    # Each step may lead to the next one, never back: this is what spares a stack.
    if then == TOTEMS_MOVE:
        then = move_totems(p, s, player(s))
    if then == PLACED:
        if field(s[at.TURN], at.STAGE) == at.LAST:
            then = TURN_OVER
        else:
            # Not player(s): whoever received a giant has just decided out of turn.
            ask(s, CHOOSE, acting_seat(s), 0)
    if then == TURN_OVER:
        next_king(p, s)


@inner
def lift_domino(s: Words) -> None:
    """The acting king's domino leaves the row; nothing follows it in the last round."""
    done = U(0xFF)
    if field(s[at.TURN], at.STAGE) == at.LAST:
        done |= U(15) << U(at.OWNERS)
    s[at.ACTING] &= ~done


@inner
def move_totems(p: Words, s: Words, seat: int) -> int:
    """The placing player claims what they lead in and gives up what lava cost them."""
    lost = -1
    for resource in range(4):
        own = popc(resources(s, kingdom(p, seat), resource))
        most = 0
        for other in range(param(p, at.PLAYERS)):
            if other != seat:
                most = larger(most, popc(resources(s, kingdom(p, other), resource)))
        holder = nibble(s[at.EXTRA], 4 * resource) - 1
        # Totem: strictly more than all others takes it; a holder who is only equalled keeps it.
        if own > most:
            give_totem(s, resource, seat)
        elif holder == seat and most > own:
            ahead = heirs(p, s, seat, resource)
            if popc(ahead) == 1:
                give_totem(s, resource, ctz(ahead))
            else:
                # Lava destroys one token, so this happens for one resource at most.
                lost = resource
    if lost < 0:
        return PLACED
    ask(s, HAND_OVER, seat, lost)
    return ASKED


@inner
def give_totem(s: Words, resource: int, seat: int) -> None:
    """*seat* holds the totem of a resource from now on."""
    shift = U(4 * resource)
    s[at.EXTRA] = (s[at.EXTRA] & ~(U(15) << shift)) | (U(seat + 1) << shift)


@inlined
def place(p: Words, s: Words, d: int, x: int, y: int) -> int:
    """The acting king's domino is laid."""
    # Asked for first: once the domino is lifted, the acting king's is number 0.
    tile, seat = acting_tile(p, s), player(s)
    put(p, s, seat, tile, d, x, y)
    lift_domino(s)
    if is_base(p):
        return PLACED
    triggers = num(tile >> U(at.SYMBOL_SHIFT))
    if triggers & 3:
        return giants_move(p, s, seat, triggers & 3)
    # The two eruption bits are the highest of a domino: what is left of the shift is they alone.
    if triggers >> (at.ERUPTS_LEFT_BIT - at.SYMBOL_SHIFT):
        # A domino has one volcano at most; the fire starts from the half that it is on.
        if triggers >> (at.ERUPTS_RIGHT_BIT - at.SYMBOL_SHIFT):
            x, y = x + step_x(d), y + step_y(d)
        ask(s, ERUPT, seat, ((y & 7) << 3) | (x & 7))
        return ASKED
    return TOTEMS_MOVE if param(p, at.HAS_TOTEMS) else PLACED


@inner
def giants_move(p: Words, s: Words, seat: int, symbol: int) -> int:
    """A giant arrives, or one may leave; neither without a crown to cover."""
    k = kingdom(p, seat)
    if symbol == GIANT and uncovered(s, k):
        ask(s, COVER, seat, 0)
        return ASKED
    if symbol == FOOTPRINTS and giant_squares(s, k) and receivers(p, s, seat):
        ask(s, RELEASE, seat, 0)
        return ASKED
    return PLACED


@inlined
def choose(p: Words, s: Words, position: int) -> int:
    """The king is put on a domino of the row."""
    s[at.OFFER] |= U(player(s) + 1) << U(at.OWNERS + 4 * position)
    # Tribe: who has chosen may settle a caveman, but not before the first domino lies.
    if param(p, at.HAS_CAVE) and field(s[at.TURN], at.STAGE) == at.ROUND:
        ask(s, SETTLE, player(s), 0)
        return ASKED
    return TURN_OVER


@inner
def choose_pair(s: Words, pair: int) -> int:
    """One player takes the outer (0) or the inner (1) two dominoes, the other the rest."""
    # Origins, two players: owners are seats + 1, here 1 and 2, so that the other one is 2 - seat.
    mine, other = U(player(s) + 1), U(2 - player(s))
    outer, inside = (mine, other) if pair == 0 else (other, mine)
    # An owner is a nibble: the first and the last, the two between them.
    s[at.OFFER] |= (outer * U(0x1001) | inside * U(0x0110)) << U(at.OWNERS)
    return TURN_OVER


@inner
def add_giant(s: Words, k: int, square: Word) -> None:
    """One more giant on a square."""
    # Adding 1 to a number of two bits: the low one carries into the high one.
    s[k + at.G1] ^= s[k + at.G0] & square
    s[k + at.G0] ^= square


@inner
def remove_giant(s: Words, k: int, square: Word) -> None:
    """One giant fewer on a square."""
    # Taking 1 away: the low one borrows from the high one.
    s[k + at.G1] ^= ~s[k + at.G0] & square
    s[k + at.G0] ^= square


@inner
def burn(p: Words, s: Words, k: int, square: Word) -> None:
    """Fire lands on a square; what lay or lived there is gone."""
    flames = U(craters(s, k, field(s[at.TURN], at.ARG)))
    # Fire lands only where there is no flame yet: setting the bits is as good as adding.
    s[k + at.C0] |= square & spread(flames, 0)
    s[k + at.C1] |= square & spread(flames, 1)
    s[k + at.FIRES] |= square
    s[k + at.TOKENS] &= ~square
    if param(p, at.HAS_CAVE):
        for i in range(4):
            s[k + at.K0 + i] &= ~square


@inner
def spend(s: Words, k: int, square: Word) -> None:
    """A resource is given up."""
    for resource in range(4):
        if resources(s, k, resource) & square:
            s[at.TURN] |= ONE << U(at.SPENT + resource)
    s[k + at.TOKENS] &= ~square


@inner
def settle(s: Words, k: int, square: Word, kind: int) -> None:
    """A caveman lives on a square from now on."""
    for i in range(4):
        s[k + at.K0 + i] |= square & spread(U(kind + 1), i)


@inner
def take_square(p: Words, s: Words, square: Word) -> int:
    """The square chosen in COVER, RELEASE, ERUPT, SETTLE, RECRUIT or SETTLE_ON, as a set."""
    now, seat = phase(s), player(s)
    k = kingdom(p, seat)
    if now == COVER:
        add_giant(s, k, square)
        return PLACED
    if now == RELEASE:
        ask(s, SEND, seat, ctz(square))
        return ASKED
    if now == ERUPT:
        burn(p, s, k, square)
        return TOTEMS_MOVE if param(p, at.HAS_TOTEMS) else PLACED
    if now == SETTLE_ON:
        settle(s, k, square, field(s[at.TURN], at.ARG))
        return TURN_OVER
    spend(s, k, square)
    ask(s, RECRUIT, seat, 0)
    return ASKED


@inner
def take_item(p: Words, s: Words, item: int) -> int:
    """The item chosen in CHOOSE, CHOOSE_PAIR, SEND, HAND_OVER or RECRUIT."""
    now, seat = phase(s), player(s)
    if now == CHOOSE:
        return choose(p, s, item)
    if now == CHOOSE_PAIR:
        return choose_pair(s, item)
    if now == SEND:
        remove_giant(s, kingdom(p, seat), ONE << U(field(s[at.TURN], at.ARG)))
        # Age of Giants: the receiver, not the sender, says which crown it covers.
        ask(s, COVER, item, 0)
        return ASKED
    if now == HAND_OVER:
        give_totem(s, field(s[at.TURN], at.ARG), item)
        return PLACED
    # What was given up says where from: one of each resource buys from the pile.
    from_pile = popc(U(field(s[at.TURN], at.SPENT))) == FULL_SET
    s[at.CAVE] -= ONE << U(3 * item + (at.PILE if from_pile else 0))
    s[at.TURN] = with_field(s[at.TURN], at.SPENT, 0)
    ask(s, SETTLE_ON, seat, item)
    return ASKED


@inner
def take_pass(p: Words, s: Words) -> int:
    """Discarding in PLACE, declining in RELEASE, passing in SETTLE."""
    now = phase(s)
    if now == PLACE:
        s[kingdom(p, player(s)) + at.BOX] += ONE << U(at.DISCARDED)
        lift_domino(s)
    return TURN_OVER if now == SETTLE else PLACED


@inner
def take(p: Words, s: Words, move: int) -> None:
    """Do what a move says: a placement, a square, an item or a pass."""
    what, x, y = move >> 8, (move & 15) - MOVE_ZERO, ((move >> 4) & 15) - MOVE_ZERO
    if what < SQUARE_MOVE:
        then = place(p, s, what, x, y)
    elif what == ITEM_MOVE:
        then = take_item(p, s, move & 15)
    elif what == SQUARE_MOVE:
        then = take_square(p, s, bit_at(x, y))
    else:
        then = take_pass(p, s)
    follow(p, s, then)
