"""The figures of each step of chapter 1, for the words of ``data/setup_guide.yaml``.

They are read off a dry run by the engine's own procedures, so that guide and game cannot disagree.
"""

from oathtools import catalog
from oathtools.kit.text import listed
from oathtools.procedures.turn import dry_run, unknown_world
from oathtools.saga.guide.plan import Count, Figures, SetupPlan, Stages, named_seat, place
from oathtools.table import state as table
from oathtools.variants import find

BOX = "1.box"


def figures(plan: SetupPlan) -> dict[str, Figures]:
    """Clause -> the figures of that step for this plan: 1.1 to 1.23 in order, 1.box before 1.19.

    Steps of variants in force stand in their places; ``variants`` are the figures of each, by its name.
    """
    world = unknown_world() if plan.saved is None else plan.saved.world
    world = world._replace(variants=dict(plan.variants))
    if not plan.spoil:
        world = world.hidden()
    stages = dry_run(world, plan.seats, plan.readings, find)
    return _Teller(plan, world, stages).all()


class _Teller(Stages):
    """Reads the figures of each step off the stages of a dry run."""

    def all(self) -> dict[str, Figures]:
        common = self.common()
        figures_found: dict[str, Figures] = {}
        for clause, stage in self.stages.items():
            if clause == "1.19":
                figures_found[BOX] = {**common, **self.box()}
            chapter, _, number = clause.partition(".")
            own = getattr(self, f"step_{number}", None) if chapter == "1" else None
            shared = Count(stage.state.count(table.SHARED, table.FAVOR))
            figures_found[clause] = {**common, "shared": shared, "variants": stage.figures, **(own() if own else {})}
        return figures_found

    # -- steps -----------------------------------------------------------------------------------------------------

    def step_1(self) -> Figures:
        sizes = catalog.REGION_SITES
        state = self.after("1.1")
        return {
            **{region: Count(sizes[region]) for region in catalog.REGIONS},
            "rows": [{"place": place(slot), "what": self.row(slot)} for slot in range(table.SLOTS)],
            "hidden_sites": bool(state.facedown),
            "lost_relics": Count(self.saved.lost_relics if self.saved else 0),
        }

    def step_2(self) -> Figures:
        state = self.after("1.2")
        return {"round": Count(state.round), "visions": Count(state.visions_drawn)}

    def step_4(self) -> Figures:
        dice = catalog.DICE_IN_BOX
        figures = {f"{die}_dice": Count(dice[die]) for die in ("attack", "defense")}
        return {"all_secrets": Count(catalog.SECRETS), **figures}

    def step_5(self) -> Figures:
        state = self.after("1.5")
        return {
            "peoples_favor": Count(state.count(table.PEOPLES_FAVOR, table.FAVOR)),
            "darkest_secret": Count(state.count(table.DARKEST_SECRET, table.SECRET)),
        }

    def step_6(self) -> Figures:
        state = self.after("1.6")
        banks = [state.count(f"bank.{suit}", table.FAVOR) for suit in catalog.SUITS]
        low, high = 2, catalog.PLAYERS[1]
        fills = {count: catalog.favor_bank_start(count) for count in range(low, high + 1)}
        few = [count for count, fill in fills.items() if fill == fills[low]]
        return {
            "per_bank": Count(banks[0]),
            "banks_total": Count(sum(banks)),
            "suits": listed([suit.title() for suit in catalog.SUITS]),
            "few_players": Count(few[-1]),
            "many_players": listed([str(count) for count in range(few[-1] + 1, high + 1)], "or"),
            "per_bank_few": Count(fills[low]),
            "per_bank_many": Count(fills[high]),
        }

    def step_7(self) -> Figures:
        order = [named_seat(seat, seat.color in self.plan.known) for seat in self.plan.seats]
        return {
            "turn_order": ", ".join(order) if self.plan.named else "",
            "winner": self.saved.winner if self.saved else "",
        }

    def step_8(self) -> Figures:
        return {"purple_all": Count(self.after("1.8").count(f"stock.{table.PURPLE}", table.PURPLE))}

    def step_9(self) -> Figures:
        citizens = self.plan.citizens
        exiles = [color for color in catalog.EXILE_COLORS if color not in (citizens or ())]
        return {
            "boards": citizens is not None,
            "citizen_boards": listed(citizens or ()),
            "no_citizen_boards": citizens is not None and not citizens,
            "exile_boards": listed(exiles) or "none",
            "exile_warbands": Count(catalog.WARBANDS[catalog.EXILE_COLORS[0]]),
        }

    def step_10(self) -> Figures:
        return {"supply": Count(self.after("1.10").players[table.PURPLE].supply)}

    def step_11(self) -> Figures:
        state = self.after("1.11")
        board = f"board.{table.PURPLE}"
        return {"favor": Count(state.count(board, table.FAVOR)), "secrets": Count(state.count(board, table.SECRET))}

    def step_12(self) -> Figures:
        state, start = self.after("1.12"), catalog.STARTING["chancellor"]
        top = next((slot for slot in (0, 1) if state.faceup_site(slot)), None)
        garrisons: list[Figures] = []
        bare: list[Figures] = []
        for slot in range(table.SLOTS):
            if not state.faceup_site(slot):
                continue
            warbands = state.count(table.SLOT[slot], table.PURPLE)
            cards = state.zone(table.CARDS[slot])
            bringing = [card for card in cards if catalog.card(card).suit]
            expected = slot == top or bool(bringing)
            if self.plan.variants and bool(warbands) is not expected:
                why = f"by {listed(self.changed_by('setup.warbands'))}"
            elif slot == top:
                why = "the top Cradle site" if slot == 0 else "the topmost faceup Cradle site"
            elif bringing:
                lie = "lies" if len(bringing) == 1 else "lie"
                why = f"{listed([catalog.name_of(card) for card in bringing])} {lie} there"
            else:
                why = "only a ruin lies there" if cards else "no denizen, no edifice"
            row = {**self.site(slot), "warbands": Count(warbands), "why": why}
            (garrisons if warbands else bare).append(row)
        return {
            "board": Count(state.count(f"board.{table.PURPLE}", table.PURPLE)),
            "garrisons": garrisons,
            "bare": bare,
            "purple": Count(state.count(f"stock.{table.PURPLE}", table.PURPLE)),
            "top": Count(start["warbands_top_cradle_site"]),
            "each_site": Count(start["warbands_each_other_faceup_site_with_denizen_or_intact_edifice"]),
        }

    def changed_by(self, place: str) -> list[str]:
        """The clauses of the variants in force that have a say at a place of the procedures."""
        powers = [power for name in self.plan.variants for power in find(name).powers]
        return list(dict.fromkeys(power.cites[0] for power in powers if power.place.name == place and power.cites))

    def step_13(self) -> Figures:
        held = [banner for banner in table.BANNERS if self.after("1.13").holders[banner] == table.PURPLE]
        names = [catalog.name_of(banner).removeprefix("Banner of ") for banner in held]
        return {"oath_banner": listed(names) if self.saved else ""}

    def step_15(self) -> Figures:
        citizens, known = self.plan.citizens, self.plan.known
        rows = [self.seat(seat) for seat in self.others if seat.color in known]
        some_open = len(self.others) > len(known)
        more = some_open and (citizens is None or any(color not in known for color in citizens))
        purple = Count(self.after("1.15").count(f"stock.{table.PURPLE}", table.PURPLE))
        figures_found: Figures = {
            "known_exiles": [row for row in rows if row["Role"] == table.EXILE.title()],
            "known_citizens": [row for row in rows if row["Role"] == table.CITIZEN.title()],
            "more_citizens": more,
            "citizens_possible": more or any(row["Role"] == table.CITIZEN.title() for row in rows),
            "purple": purple,
            "purple_most": purple,
            "purple_certain": not more,
            "beyond_known": " not named here" if any(row["Role"] == table.CITIZEN.title() for row in rows) else "",
        }
        for role in (table.EXILE, table.CITIZEN):
            start = catalog.STARTING[role]
            figures_found |= {f"{role}_favor": Count(start["favor"]), f"{role}_secrets": Count(start["secret"])}
            figures_found[f"{role}_start"] = Count(start["warbands_board"])
        return figures_found

    def step_16(self) -> Figures:
        before, after = self.after("1.15"), self.after("1.16")
        short = any(decision.kind == "setup.favor" for decision in self.stages["1.16"].questions)
        prompts, adds, wanted = [], [], 0
        for slot in range(table.SLOTS):
            if not after.faceup_site(slot):
                continue
            shown = catalog.site(after.site(slot)).reveal
            wanted += shown.favor
            favor = shown.favor if short else after.count(table.SLOT[slot], table.FAVOR)
            secrets = after.count(table.SLOT[slot], table.SECRET)
            what = [f"{'up to ' if short else ''}{favor} favor"] if favor else []
            what += [f"{Count(secrets):secret}"] if secrets else []
            if what:
                prompts.append({**self.site(slot), "what": listed(what)})
            added = len(after.zone(table.RELICS[slot])) - len(before.zone(table.RELICS[slot]))
            if added:
                names = [
                    self.name(card, after) for card in after.zone(table.RELICS[slot])[-added:] if self.known_relics
                ]
                named = f" ({listed(names)})" if names else ""
                adds.append({**self.site(slot), "count": Count(added), "icons": Count(shown.relics), "named": named})
        sites = catalog.cards("site")
        return {
            "prompts": prompts,
            "relic_adds": adds,
            "short": short,
            "wanted": Count(wanted),
            "before": Count(before.count(table.SHARED, table.FAVOR)),
            "favor_sites": listed([f"{site.name} ({site.reveal.favor})" for site in sites if site.reveal.favor]),
            "secret_sites": listed([f"{site.name} ({site.reveal.secret})" for site in sites if site.reveal.secret]),
        }

    def step_17(self) -> Figures:
        state = self.after("1.17")
        spaces = catalog.cards("reliquary")
        filled = [
            (space.name, card) for space, zone in zip(spaces, table.RELIQUARY, strict=True) for card in state.zone(zone)
        ]
        return {
            "reliquary": Count(len(filled)),
            "reliquary_short": len(filled) < len(spaces),
            "spaces": listed([space.name for space in spaces]),
            "relics_in_box": Count(len(catalog.ids("relic", state.variants)) - 1),
            "reliquary_cards": [
                {"space": space, "card": self.name(card, state)} for space, card in filled if self.known_relics
            ],
        }

    def step_18(self) -> Figures:
        return {"relic_order": self.order(table.RELIC_DECK, self.after("1.18")) if self.known_relics else ""}

    def box(self) -> Figures:
        layers = catalog.DECK_LAYERS
        built = self.plan.deck_built
        if built is None and self.saved is not None:
            built = self.saved.deck_built
        pool = self.saved.pool if self.saved else ()
        figures_found: Figures = {
            "deck_built": bool(built),
            "deck_unknown": built is None,
            "lost_visions": Count(self.saved.lost_visions if self.saved else 0),
            "all_visions": Count(len(catalog.ids("vision"))),
            "pool_size": Count(len(pool)),
            "pool": [
                {
                    "suit": suit.title(),
                    "cards": ", ".join(catalog.name_of(c) for c in pool if catalog.card(c).suit == suit),
                }
                for suit in catalog.SUITS
                if pool and not built
            ],
        }
        for name, layer in zip(("top", "middle"), layers, strict=False):
            denizens = layer.denizens or 0
            figures_found |= {f"{name}_denizens": Count(denizens), f"{name}_visions": Count(layer.visions)}
            figures_found[f"{name}_size"] = Count(denizens + layer.visions)
        return figures_found

    def step_19(self) -> Figures:
        state = self.after("1.19")
        piles = [(region.title(), card) for region in catalog.REGIONS for card in state.zone(f"discard.{region}")]
        return {
            "pile_each": Count(catalog.STARTING["discard_pile_cards_each"]),
            "pile_total": Count(len(piles)),
            "piles": listed([region.title() for region in catalog.REGIONS]),
            "pile_cards": [
                {"pile": region, "card": self.name(card, state)} for region, card in piles if self.known_deck
            ],
        }

    def step_20(self) -> Figures:
        state = self.after("1.20")
        hands = [
            {
                "Label": named_seat(seat, seat.color in self.plan.known) if self.plan.named else f"Player {at}",
                "cards": listed([self.name(card, state) for card in state.zone(f"hand.{seat.color}")]),
            }
            for at, seat in enumerate(self.plan.seats, 1)
        ]
        total = len(self.plan.seats) * catalog.STARTING["cards_drawn_each_player"]
        return {"hands": hands if self.known_deck else [], "hands_total": Count(total)}

    def step_21(self) -> Figures:
        return {"deck_order": self.order(table.WORLD, self.after("1.21")) if self.known_deck else ""}

    def step_22(self) -> Figures:
        state = self.after("1.22")
        drawn = [state.back(card) for seat in state.seats for card in state.zone(f"hand.{seat}")].count("vision")
        laid = [state.back(card) for region in catalog.REGIONS for card in state.zone(f"discard.{region}")]
        depth = sum(layer.denizens + layer.visions for layer in catalog.DECK_LAYERS if layer.denizens is not None)
        return {
            "counted": self.known_deck,
            "visions_before": Count(self.after("1.2").visions_drawn),
            "visions_after": Count(state.visions_drawn),
            "drawn": Count(drawn),
            "laid": Count(laid.count("vision")),
            "vision_depth": Count(depth),
        }

    def step_23(self) -> Figures:
        state = self.after("1.22")
        decisions = {one.who: one.legal for one in self.stages["1.23"].questions if one.kind == "setup.pawn"}
        slots = {who: [self.slot(option, state) for option in legal] for who, legal in decisions.items()}
        chancellor = slots.get(table.PURPLE, [])
        others = next((found for who, found in slots.items() if who != table.PURPLE), [])
        in_cradle = len(chancellor) == 1 and chancellor[0] < catalog.REGION_SITES["cradle"]
        down = in_cradle and not state.faceup_site(chancellor[0])
        site = ("the facedown site ({place})" if down else "{site} ({place})") if in_cradle else ""
        figures_found: Figures = {
            "no_site": self.saved is not None and not any(map(state.faceup_site, range(table.SLOTS))),
            "chancellor_site": site.format(**self.site(chancellor[0])) if in_cradle else "",
            "chancellor_why": "the top Cradle site" if chancellor[:1] == [0] else "the topmost faceup Cradle site",
            "chancellor_free": bool(chancellor) and not in_cradle,
            "nobody": "nobody else" if chancellor else "nobody",
            "pawn_sites": listed([str(self.site(slot)["site"]) for slot in others], "or"),
            "discards": Count(catalog.STARTING["cards_drawn_each_player"] - catalog.STARTING["cards_kept_facedown"]),
        }
        return figures_found | {f"pile_{region}": pile.title() for region, pile in catalog.DISCARDS_TO.items()}
