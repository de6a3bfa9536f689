"""Ironclad Draughts once more, slowly, from the rulebook alone: an oracle to play in lockstep with the real rules."""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb

WHITE, BLACK, CHANCE = 0, 1, -1
SHIPS = ("W1", "W2", "W3", "B1", "B2", "B3")
HEADINGS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")  # 1.4, clockwise
VECTORS = dict(zip(HEADINGS, ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)), strict=True))
RANKS = "A23456789TJQK"
SUITS = "HCDS"  # 5.2 the order of equal ranks
PACK = tuple(rank + suit for rank in RANKS for suit in SUITS)
JOKER = "**"
KINDS = "AJQK"  # 6.1, and 7.2: the most serious first

# 2.5: value, FP, mounts as (guns, calibre, arcs)
TYPES: dict[str, tuple[int, int, tuple[tuple[int, int, str], ...]]] = {
    "breastwork_turret_ship": (6, 12, ((2, 12, "BPS"), (2, 12, "PSA"))),
    "citadel_ship": (6, 10, ((2, 16, "BP"), (2, 16, "SA"))),
    "central_battery_ship": (6, 12, ((1, 11, "BP"), (1, 11, "BS"), (3, 10, "P"), (3, 10, "S"), (2, 10, "A"))),
    "broadside_ironclad": (6, 12, ((5, 9, "P"), (5, 9, "S"), (1, 8, "B"), (1, 8, "A"))),
    "barbette_ship": (5, 10, ((1, 11, "B"), (1, 11, "BP"), (1, 11, "BS"), (2, 11, "P"), (2, 11, "S"), (1, 11, "A"))),
    "masted_turret_ship": (5, 10, ((4, 12, "PS"), (1, 9, "B"), (1, 7, "A"))),
    "turret_ram": (5, 12, ((1, 10, "BPS"), (1, 10, "PSA"))),
    "sortie_corvette": (5, 10, ((2, 10, "BPS"), (1, 10, "PA"), (1, 10, "SA"))),
    "casemate_ship": (
        5,
        10,
        ((1, 10, "BP"), (1, 10, "BS"), (1, 10, "PA"), (1, 10, "SA"), (1, 10, "P"), (1, 10, "S")),
    ),
    "small_turret_ship": (4, 9, ((2, 10, "BPS"),)),
    "monitor": (4, 8, ((2, 15, "BPSA"),)),
    "casemate_ram": (4, 9, ((1, 7, "B"), (2, 6, "P"), (2, 6, "S"), (1, 7, "A"))),
    "corvette": (4, 8, ((1, 9, "BP"), (1, 9, "BS"), (1, 9, "PA"), (1, 9, "SA"))),
    "wooden_line_ship": (4, 8, ((4, 6, "P"), (4, 6, "S"))),
}
SQUADRONS = {  # 3.3
    "channel": ("breastwork_turret_ship", "barbette_ship", "small_turret_ship"),
    "levant": ("citadel_ship", "masted_turret_ship", "monitor"),
    "adriatic": ("central_battery_ship", "turret_ram", "casemate_ram"),
    "baltic": ("broadside_ironclad", "sortie_corvette", "wooden_line_ship"),
    "pacific": ("central_battery_ship", "casemate_ship", "corvette"),
    "line": ("barbette_ship", "sortie_corvette", "masted_turret_ship"),
}
STARTS = {  # 3.5, 17
    8: ("b1", "d1", "f1", "g8", "e8", "c8"),
    10: ("b1", "e1", "h1", "i10", "f10", "c10"),
    12: ("c1", "f1", "i1", "j12", "g12", "d12"),
}
RAM = {  # 11.3: FP lost by the ramming and by the rammed ship
    **dict.fromkeys("AKQJT", (5, 10)),
    "9": (5, 9),
    "8": (4, 8),
    "7": (4, 7),
    "6": (3, 6),
    "5": (3, 5),
    "4": (2, 4),
    "3": (2, 3),
    "2": (1, 2),
    "*": (0, 0),
}
OPTIONS: dict[str, tuple[str | int, ...]] = {
    "board": (8, 10, 12),
    "squadrons": ("channel", "choose", *list(SQUADRONS)[1:], "random", "levant,pacific", "line,adriatic"),
    "course": ("kept", "free"),
    "split_fire": ("off", "on"),
    "jokers": (2, 0, 1, 3),
    "reshuffle": ("every_turn", "when_empty"),
    "turn_limit": (30, *range(15, 61)),
    "pass_through": ("off", "on"),
}


@dataclass
class Ship:
    """2.1 A ship's record."""

    name: str
    type: str = ""
    square: str = ""
    heading: str = ""
    fp: int = 0
    leg: str = "o"
    cards: list[str] = field(default_factory=list)
    has_way: bool = False
    fate: str = ""  # sunk, off or home

    @property
    def side(self) -> int:
        return WHITE if self.name[0] == "W" else BLACK

    @property
    def is_afloat(self) -> bool:
        """On the board."""
        return self.square != "" and self.fate == ""

    def ranks(self) -> str:
        return "".join(card[0] for card in self.cards)

    @property
    def is_disabled(self) -> bool:
        """6.5 While an A, Q or K is in force."""
        return any(rank in self.ranks() for rank in "AQK")


class Second:
    """A game: the position as it was when the part in progress began, the position now, and what is asked."""

    def __init__(self, position: str | None = None, **options: str | int) -> None:
        self.options = {name: options.get(name, values[0]) for name, values in OPTIONS.items()}
        self.size = int(self.options["board"])
        self.turn = 0
        self.ships = [Ship(name) for name in SHIPS]
        self.orders: dict[str, str] = {}
        self.discards: list[str] = []
        self.parts: list[str] = []  # what field 10 tells, without the ship and its order card
        self.active: Ship | None = None
        self.squadrons: dict[int, list[str]] = {}
        self.placed: list[str] = []
        self.result: tuple[float, float] | None = None
        self.ending = ""
        self.asks: str = ""
        self.keep()
        if position is None:
            self.begin()
        else:
            self.read(position)

    def keep(self) -> None:
        """16.8 Fields 1 to 9 stand as they were before what field 10 tells."""
        self.parts = []
        self.before = "".join(f"{each} | " for each in self.write_fields())

    # --- asking and answering ---------------------------------------------------------------------------------

    @property
    def to_move(self) -> int | None:
        if self.result is not None:
            return None
        if self.asks in ("lot", "deal", "dc", "ram", "rammed", "hits", "card"):
            return CHANCE
        if self.asks == "place":
            return WHITE if len(self.placed) < 3 else BLACK
        assert self.active is not None
        return self.active.side

    def moves(self) -> list[str]:
        if self.result is not None:
            return []
        if self.to_move == CHANCE:
            return list(self.chances())
        assert self.active is not None or self.asks == "place"
        if self.asks == "place":
            return self.placings()
        assert self.active is not None
        return self.choices(self.active) if self.asks == "move" else [*self.salvos(self.active), ">-"]

    def chances(self) -> dict[str, Fraction]:
        """15.3"""
        if self.to_move != CHANCE:
            return {}
        if self.asks == "lot":
            return {f"lot {self.lot_side()}={name}": Fraction(1, 6) for name in SQUADRONS}
        if self.asks == "deal":
            left = [card for card in PACK if card not in self.dealt.values()]
            return {f"{self.next_dealt()}={card}": Fraction(1, len(left)) for card in left}
        if self.asks == "hits":
            n = self.dice
            return {
                f"{hits}/{n}": comb(n, hits) * Fraction(1, 6) ** hits * Fraction(5, 6) ** (n - hits)
                for hits in range(n + 1)
            }
        pack = self.pack()
        before = {"dc": "dc ", "ram": "ram ", "rammed": "/", "card": ""}[self.asks]
        return {before + card: Fraction(pack.count(card), len(pack)) for card in dict.fromkeys(pack)}

    def play(self, answer: str) -> None:
        if answer not in self.moves():
            raise ValueError(f"{answer} is not legal in {self.position}")
        {
            "lot": self.draw_lot,
            "place": self.place,
            "deal": self.deal,
            "dc": self.control_damage,
            "move": self.move,
            "ram": self.draw_for_ramming,
            "rammed": self.draw_for_rammed,
            "fire": self.fire,
            "hits": self.hit,
            "card": self.draw_for_hit,
        }[self.asks](answer)

    def resign(self, side: int) -> None:
        """14.9"""
        self.end((0.0, 1.0) if side == WHITE else (1.0, 0.0), f"{'WB'[side]} resigns")

    # --- 3 setup ----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """3.3, 3.4, 17 squadrons"""
        chosen = str(self.options["squadrons"])
        if chosen == "random":
            self.asks = "lot"
            return
        if chosen != "choose":
            names = chosen.split(",") * (1 if "," in chosen else 2)
            self.squadrons = {side: list(SQUADRONS[name]) for side, name in zip((WHITE, BLACK), names, strict=True)}
        self.asks = "place"

    def lot_side(self) -> str:
        """15.3 White first."""
        return "WB"[len(self.squadrons)]

    def draw_lot(self, answer: str) -> None:
        self.squadrons[len(self.squadrons)] = list(SQUADRONS[answer.split("=")[1]])
        self.parts.append(answer)
        self.asks = "lot" if len(self.squadrons) < 2 else "place"

    def placings(self) -> list[str]:
        """3.6, 16.2 Ship by ship, W1 to W3, then B1 to B3."""
        number = len(self.placed)
        side, mine = number // 3, self.placed[number // 3 * 3 :]
        if side in self.squadrons:
            left = list(self.squadrons[side])
            for taken in mine:
                left.remove(taken)
        else:
            after = 2 - len(mine)
            spent = sum(TYPES[taken][0] for taken in mine)
            left = [name for name in TYPES if spent + TYPES[name][0] + 4 * after <= 15]
        return [f"{SHIPS[number]} {STARTS[self.size][number]} {name}" for name in dict.fromkeys(left)]

    def place(self, answer: str) -> None:
        self.placed.append(answer.split(" ")[2])
        self.parts.append(answer)
        if len(self.placed) == 6:
            for ship, square, name in zip(self.ships, STARTS[self.size], self.placed, strict=True):
                ship.type, ship.square, ship.heading = name, square, "N" if ship.side == WHITE else "S"
                ship.fp = TYPES[name][1]
            self.begin_turn()

    # --- 5 the turn -------------------------------------------------------------------------------------------

    def begin_turn(self) -> None:
        """5.1"""
        self.turn += 1
        self.dealt: dict[str, str] = {}
        self.asks = "deal"
        self.keep()

    def afloat(self) -> list[Ship]:
        return [ship for ship in self.ships if ship.is_afloat]

    def next_dealt(self) -> str:
        return next(ship.name for ship in self.afloat() if ship.name not in self.dealt)

    def deal(self, answer: str) -> None:
        name, card = answer.split("=")
        self.dealt[name] = card
        self.parts = ["deal " + " ".join(f"{ship}={dealt}" for ship, dealt in self.dealt.items())]
        if len(self.dealt) == len(self.afloat()):
            self.orders = self.dealt
            self.next_activation()

    def next_activation(self) -> None:
        """5.2 Lowest card first; 5.8 after the last activation the turn ends."""
        if not self.orders:
            self.end_turn()
            return
        self.keep()
        name = min(self.orders, key=lambda each: order(self.orders[each]))
        ship = self.active = self.ship(name)
        self.has_rammed = False
        self.fired_at: list[str] = []
        self.fired: list[int] = []
        if ship.cards:
            self.asks = "dc"
        else:
            self.begin_movement()

    def ship(self, name: str) -> Ship:
        return self.ships[SHIPS.index(name)]

    def at(self, square: str) -> Ship | None:
        return next((ship for ship in self.afloat() if ship.square == square), None)

    def end_activation(self) -> None:
        """13.5 Arrival; 14.1 the end."""
        ship = self.active
        assert ship is not None
        if ship.is_afloat and ship.leg == "h" and rank(ship.square) == self.home_rank(ship.side):
            self.remove(ship, "home")
        self.orders.pop(ship.name, None)
        self.active = None
        sides = [ship.side for ship in self.afloat()]
        if WHITE not in sides or BLACK not in sides:
            self.judge(self.afloat(), "14.1")
        else:
            self.next_activation()

    def end_turn(self) -> None:
        """4.5, 14.2"""
        if self.options["reshuffle"] == "every_turn":
            self.discards = []
        if self.turn == self.options["turn_limit"]:
            self.judge([], "14.2")
        else:
            self.begin_turn()

    def home_rank(self, side: int) -> int:
        return 1 if side == WHITE else self.size

    def far_rank(self, side: int) -> int:
        return self.size if side == WHITE else 1

    # --- 4, 6 cards -------------------------------------------------------------------------------------------

    def pack(self) -> list[str]:
        """4.2-4.7 The damage pack as it is now."""
        cards = [*PACK, *[JOKER] * int(self.options["jokers"])]
        for ship in self.ships:
            for card in ship.cards:
                cards.remove(card)
        left = list(cards)
        for card in self.discards:
            left.remove(card)
        return left or cards

    def take(self, card: str) -> None:
        """4.7 If the pack was empty, its discards have been shuffled into a new pack."""
        total = 52 + int(self.options["jokers"]) - sum(len(ship.cards) for ship in self.ships)
        if len(self.discards) == total:
            self.discards = []

    def put_in_force(self, ship: Ship, card: str) -> None:
        """6.1, 10.4"""
        if card[0] == "K" and "K" not in ship.ranks():
            ship.has_way = True
        ship.cards.append(card)

    def remove(self, ship: Ship, fate: str) -> None:
        """4.6, 13"""
        ship.fate = fate
        self.discards += ship.cards
        ship.cards = []
        ship.has_way = False
        if fate == "sunk":
            self.orders.pop(ship.name, None)  # 5.6

    # --- 7 damage control ---------------------------------------------------------------------------------------

    def control_damage(self, answer: str) -> None:
        ship, card = self.active, answer[3:]
        assert ship is not None
        self.parts.append(answer)
        self.take(card)
        kind = next(rank for rank in KINDS if rank in ship.ranks())
        if kind + card[1] in ship.cards:  # 7.3
            ship.cards.remove(kind + card[1])
            self.discards += [kind + card[1], card]
            if "K" not in ship.ranks():
                ship.has_way = False
        elif kind == "J" and card == JOKER:
            self.discards.append(card)
            self.remove(ship, "sunk")
            self.end_activation()
            return
        elif card[0] in {"A": "KQ", "J": "AKQJ", "Q": "K", "K": ""}[kind]:  # 7.5
            self.put_in_force(ship, card)
        else:
            self.discards.append(card)
        self.begin_movement()

    # --- 8-10 movement --------------------------------------------------------------------------------------------

    def begin_movement(self) -> None:
        ship = self.active
        assert ship is not None
        if not ship.is_disabled:  # 8.1
            self.asks = "move"
            return
        kings = "K" in ship.ranks()
        queens = [card for card in ship.cards if card[0] == "Q"]
        if kings and not ship.has_way:  # 10.4
            self.parts.append("stop")
            self.end_movement()
            return
        ship.has_way = False
        turn = 0
        if queens and not kings:  # 10.3, 10.7
            turn = -1 if queens[-1][1] in "HD" else 1
        self.go(ship, ship.square, go(ship.square, ship.heading), turned(ship.heading, turn), is_forced=True)

    def steps(self, ship: Ship) -> list[tuple[str, str]]:
        """8.3, 8.4 with 8.5: (square left last or '', square stepped into), on or off the board."""
        straight = len(ship.heading) == 1
        found: list[tuple[str, str]] = []
        both = [turned(ship.heading, -1), turned(ship.heading, 1)]
        for heading in [ship.heading] if straight else both:
            one = go(ship.square, heading)
            two = go(one, heading)
            found.append((ship.square, one))
            if not self.at(one) or self.options["pass_through"] == "on":
                found.append((ship.square if self.at(one) else one, two))
        for heading in both if straight else [ship.heading]:
            found.append((ship.square, go(ship.square, heading)))
        return found

    def is_on_board(self, square: str) -> bool:
        return square[0] in "abcdefghijkl"[: self.size] and 1 <= rank(square) <= self.size

    def choices(self, ship: Ship) -> list[str]:
        """8.12"""
        inside = [end for _, end in self.steps(ship) if self.is_on_board(end)]
        outside = [end for _, end in self.steps(ship) if not self.is_on_board(end)]

        def is_friend(square: str) -> bool:
            other = self.at(square)
            return other is not None and other.side == ship.side

        friends_only = all(is_friend(end) for end in inside)  # 8.9
        found: list[tuple[str, str, str]] = []
        for end in inside:
            if self.at(end) is None:
                turns = (-2, 0, 2) if len(ship.heading) == 1 else (-2, -1, 0, 1, 2)
                for turn in turns:  # 8.7, 8.8
                    heading = turned(ship.heading, turn)
                    found.append((f"{ship.square}-{end}/{heading}", end, heading))
            elif not is_friend(end):
                found.append((f"{ship.square}x{end}", end, ship.heading))
            elif friends_only:
                sign = "x" if self.is_red(ship) else "~"
                found.append((f"{ship.square}{sign}{end}", end, ship.heading))
        kept = [each for each in found if self.keeps_course(ship, each[1], each[2])]
        if kept and self.must_keep_course(ship):
            found = kept
        texts = [text for text, _, _ in found]
        return [*texts, f"{ship.square}-off"] if outside else texts  # 8.11, 9.10

    def is_red(self, ship: Ship) -> bool:
        return self.orders[ship.name][1] in "HD"

    def keeps_course(self, ship: Ship, end: str, heading: str) -> bool:
        """9.4, 9.5"""
        goal = self.far_rank(ship.side) if ship.leg == "o" else self.home_rank(ship.side)
        up = 1 if goal > 1 else -1
        farther = abs(goal - rank(end)) > abs(goal - rank(ship.square))
        return not farther and VECTORS[heading][1] * up >= 0

    def must_keep_course(self, ship: Ship) -> bool:
        """9.8, 17 course"""
        near = [
            other
            for other in self.afloat()
            if other.side != ship.side and other.is_disabled and distance(ship.square, other.square) <= 6
        ]
        return self.options["course"] == "kept" and not near

    def move(self, answer: str) -> None:
        ship = self.active
        assert ship is not None
        if answer.endswith("-off"):
            self.parts.append(answer)
            self.remove(ship, "off")
            self.end_activation()
        elif "/" in answer:
            end, heading = answer.split("-")[1].split("/")
            self.go(ship, ship.square, end, heading)
        else:
            end = answer.replace("~", "x").split("x")[1]
            last = next(left for left, reached in self.steps(ship) if reached == end)
            self.go(ship, last, end, ship.heading)

    def go(self, ship: Ship, last: str, end: str, heading: str, is_forced: bool = False) -> None:
        """10.9, 11.1, 11.2 The ship's movement ends in that square, and then it heads so."""
        start = ship.square
        if not self.is_on_board(end):
            assert is_forced
            self.parts.append(f"{start}-off")
            self.remove(ship, "off")
            self.end_activation()
            return
        other = self.at(end)
        if other is None:
            self.parts.append(f"{start}-{end}/{heading}")
            ship.square, ship.heading = end, heading
            self.end_movement()
        elif other.side == ship.side and not self.is_red(ship):
            self.parts.append(f"{start}~{end}")
            ship.heading = heading
            self.end_movement()
        else:
            self.parts.append(f"{start}x{end}")
            self.has_rammed = True
            self.rammed, self.falls_back_to, self.heads_then = other, last, heading
            self.asks = "ram"

    def end_movement(self) -> None:
        """9.3, and then firing."""
        ship = self.active
        assert ship is not None
        if ship.is_afloat and ship.leg == "o" and rank(ship.square) == self.far_rank(ship.side):
            ship.leg = "h"
        self.begin_firing()

    # --- 11 ramming -----------------------------------------------------------------------------------------------

    def draw_for_ramming(self, answer: str) -> None:
        assert self.active is not None
        self.parts.append(answer)
        self.suffer(self.active, answer[4:], 0)
        self.asks = "rammed"

    def draw_for_rammed(self, answer: str) -> None:
        ship, other = self.active, self.rammed
        assert ship is not None
        self.parts[-1] += answer
        self.suffer(other, answer[1:], 1)
        end = other.square
        if other.fp <= 0:
            self.remove(other, "sunk")
        if ship.fp <= 0:
            self.remove(ship, "sunk")
        if ship.is_afloat:  # 11.5, 11.6, 10.8
            ship.square = self.falls_back_to if other.is_afloat else end
            ship.heading = self.heads_then
        self.end_movement()

    def suffer(self, ship: Ship, card: str, column: int) -> None:
        """11.3, 11.4"""
        self.take(card)
        ship.fp -= RAM[card[0]][column]
        if card[0] in "AKQ":
            self.put_in_force(ship, card)
        else:
            self.discards.append(card)

    # --- 12 firing --------------------------------------------------------------------------------------------------

    def begin_firing(self) -> None:
        """15.4 Asked where some enemy can be fired at."""
        ship = self.active
        assert ship is not None
        can_fire = ship.is_afloat and not self.has_rammed and "A" not in ship.ranks()
        if can_fire and self.salvos(ship):
            self.asks = "fire"
        else:
            self.end_activation()

    def salvos(self, ship: Ship) -> list[str]:
        """12.1-12.9, 17 split_fire"""
        found: list[str] = []
        reach = 4 if "J" in ship.ranks() else 6
        for other in self.afloat():
            if other.side == ship.side or other.name in self.fired_at or distance(ship.square, other.square) > reach:
                continue
            mounts = [n for n in bearing(ship, other.square) if n not in self.fired]
            if self.options["split_fire"] == "off":
                found += [f">{other.name}"] if mounts else []
            else:
                for many in range(1, len(mounts) + 1):
                    for some in combinations(mounts, many):
                        found.append(f">{other.name}:{''.join(str(n) for n in some)}")
        return found

    def fire(self, answer: str) -> None:
        ship = self.active
        assert ship is not None
        self.parts.append(answer)
        if answer == ">-":
            self.end_activation()
            return
        name, _, some = answer[1:].partition(":")
        self.target = self.ship(name)
        mounts = [int(n) for n in some] or bearing(ship, self.target.square)
        self.dice = dice(ship.type, mounts)
        self.fired += mounts
        self.fired_at.append(name)
        self.asks = "hits"

    def hit(self, answer: str) -> None:
        self.parts[-1] += f" {answer}"
        self.hits = int(answer.split("/")[0])
        self.next_hit()

    def next_hit(self) -> None:
        """12.12"""
        if self.hits > 0 and self.target.is_afloat:
            self.asks = "card"
        elif self.options["split_fire"] == "on":
            self.begin_firing()
        else:
            self.end_activation()

    def draw_for_hit(self, card: str) -> None:
        """12.11, 6.3, 6.4"""
        self.parts[-1] += f" {card}"
        self.take(card)
        self.hits -= 1
        if card[0] in KINDS:
            self.put_in_force(self.target, card)
        else:
            self.discards.append(card)
            if card[0] == "T":
                self.target.fp -= 1
                if self.target.fp <= 0:
                    self.remove(self.target, "sunk")
        self.next_hit()

    # --- 14 the end -----------------------------------------------------------------------------------------------

    def points(self, counted_home: list[Ship]) -> list[int]:
        """14.3, 14.5"""
        points = [0, 0]
        for ship in self.ships:
            value = TYPES[ship.type][0]
            if ship.fate == "sunk":
                points[1 - ship.side] += 2 * value
            elif ship.fate == "off":
                points[1 - ship.side] += value
            elif ship.fate == "home" or ship in counted_home:
                points[ship.side] += value
        return points

    def judge(self, counted_home: list[Ship], ending: str) -> None:
        """14.4-14.7"""
        sunk = [all(ship.fate == "sunk" for ship in self.ships if ship.side == side) for side in (WHITE, BLACK)]
        points = self.points(counted_home)
        left = [
            sum(ship.fp for ship in self.ships if ship.side == side and ship.fate not in ("sunk", "off"))
            for side in (WHITE, BLACK)
        ]
        mine, theirs = (points[WHITE], left[WHITE]), (points[BLACK], left[BLACK])
        if sunk[WHITE] != sunk[BLACK]:
            white = 0.0 if sunk[WHITE] else 1.0
        else:
            white = 0.5 if mine == theirs else 1.0 if mine > theirs else 0.0
        self.end((white, 1.0 - white), "over", ending)

    def end(self, result: tuple[float, float], last: str, ending: str = "14.9") -> None:
        self.result, self.ending = result, ending
        self.orders, self.discards, self.active = {}, [], None
        self.keep()
        self.parts = [last]

    # --- 16 notation ------------------------------------------------------------------------------------------------

    @property
    def position(self) -> str:
        """16.8"""
        return self.before + self.so_far

    @property
    def so_far(self) -> str:
        if not self.parts:
            return "-"
        parts = "; ".join(self.parts)
        return f"{self.active.name} {self.orders[self.active.name]}: {parts}" if self.active else parts

    def write_fields(self) -> list[str]:
        """16.8 Fields 1 to 9."""
        orders = [f"{name}={self.orders[name]}" for name in SHIPS if name in self.orders]
        discards = sorted(self.discards, key=order)
        return [str(self.turn), *map(write_ship, self.ships), " ".join(orders) or "-", " ".join(discards) or "-"]

    def read(self, position: str) -> None:
        """16.8 The position before, and the answers since."""
        turn, *ships, orders, discards, so_far = position.split(" | ")
        self.turn = int(turn)
        self.ships = [read_ship(text) for text in ships]
        self.orders = dict(order.split("=") for order in orders.split(" ")) if orders != "-" else {}
        self.discards = discards.split(" ") if discards != "-" else []
        self.keep()
        if so_far.endswith(" resigns"):
            self.resign("WB".index(so_far[0]))
        elif so_far == "over":
            sides = [ship.side for ship in self.afloat()]
            ended = WHITE not in sides or BLACK not in sides
            self.judge(self.afloat() if ended else [], "14.1" if ended else "14.2")
        elif self.turn == 0:
            self.begin()
            self.replay([] if so_far == "-" else so_far.split("; "))
        elif self.orders:
            self.next_activation()
            self.replay([] if so_far == "-" else so_far.split(": ")[1].split("; "))
        else:
            self.turn -= 1
            self.begin_turn()
            self.replay([] if so_far == "-" else so_far.split(" ")[1:])
        if self.position != position:
            raise ValueError(f"{position} is read as {self.position}")

    def replay(self, parts: list[str]) -> None:
        for part in parts:
            if part.startswith(">"):
                words = part.split(" ")
            elif part.startswith("ram "):
                words = part.replace("/", " /")[4:].split(" ")
                words[0] = f"ram {words[0]}"
            else:
                words = [part]
            for word in words:
                if self.asks in ("move", "place", "lot", "deal", "dc", "ram", "rammed", "fire", "hits", "card"):
                    if word in self.moves():
                        self.play(word)
                    elif word != self.parts[-1]:
                        raise ValueError(f"{word} cannot have been answered")


def rank(square: str) -> int:
    return int(square[1:])


def go(square: str, heading: str) -> str:
    """1.7 One square ahead; off the board it has a name too, of no square."""
    right, up = VECTORS[heading]
    return chr(ord(square[0]) + right) + str(rank(square) + up)


def turned(heading: str, eighths: int) -> str:
    """1.6 Clockwise by so many times 45 degrees."""
    return HEADINGS[(HEADINGS.index(heading) + eighths) % 8]


def distance(one: str, other: str) -> int:
    """12.3"""
    return abs(ord(one[0]) - ord(other[0])) + abs(rank(one) - rank(other))


def arcs(ship: Ship, target: str) -> str:
    """12.5-12.7"""
    dx, dy = ord(target[0]) - ord(ship.square[0]), rank(target) - rank(ship.square)
    hx, hy = VECTORS[ship.heading]
    f, s = dx * hx + dy * hy, dx * hy - dy * hx
    found = ""
    if f > 0 and abs(s) <= f:
        found += "B"
    if s > 0 and abs(f) <= s:
        found += "S"
    if s < 0 and abs(f) <= -s:
        found += "P"
    if f < 0 and abs(s) <= -f:
        found += "A"
    return found


def bearing(ship: Ship, target: str) -> list[int]:
    """12.8 The places of the mounts that bear."""
    mounts = TYPES[ship.type][2]
    return [n for n, mount in enumerate(mounts, 1) if set(mount[2]) & set(arcs(ship, target))]


def dice(type_name: str, mounts: list[int]) -> int:
    """12.9, 2.3"""
    all_mounts = TYPES[type_name][2]
    return sum(guns * (2 if calibre >= 16 else 1) for guns, calibre, _ in (all_mounts[n - 1] for n in mounts))


def order(card: str) -> tuple[int, int]:
    """5.2, Jokers last"""
    return (13, 0) if card == JOKER else (RANKS.index(card[0]), SUITS.index(card[1]))


def write_ship(ship: Ship) -> str:
    """16.8 Fields 2 to 7."""
    if not ship.square:
        return f"{ship.name} -"
    if ship.fate:
        return f"{ship.name} {ship.type} {ship.fate}" + (f" {ship.fp}" if ship.fate == "home" else "")
    cards = (",".join(ship.cards) or "-") + ("!" if ship.has_way else "")
    return f"{ship.name} {ship.type} {ship.square}/{ship.heading} {ship.fp} {ship.leg} {cards}"


def read_ship(text: str) -> Ship:
    """16.8 Fields 2 to 7."""
    name, *words = text.split(" ")
    if words == ["-"]:
        return Ship(name)
    if words[1] in ("sunk", "off", "home"):
        return Ship(name, words[0], "a1", "N", int(words[2]) if len(words) > 2 else 0, fate=words[1])
    square, heading = words[1].split("/")
    cards = words[4].rstrip("!")
    in_force = [] if cards == "-" else cards.split(",")
    return Ship(name, words[0], square, heading, int(words[2]), words[3], in_force, words[4].endswith("!"))
