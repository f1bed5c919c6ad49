"""What the powers of cards ask, in words: each kind is named after its card (``elders.bank``)."""

# Every kind of question that a power asks. The words in braces are those of ``prompts``.
POWER_PROMPTS = {
    # sites, edifices, relics
    "the_tribunal.player": "{who} makes a binding exchange at the Tribunal. With whom?",
    "squalid_district.shift": "{who} may shift the end die by one, by the Squalid District. Which way?",
    "obsidian_cage.free": "How many warbands does {who} send from the Obsidian Cage to each board of their color?",
    "sticky_fire.kill": "Does {who} kill all that is left of the force with Sticky Fire, and give a favor for it?",
    # Arcane
    "jinx.reroll": "{who} may pay for Jinx and roll all of these dice again, once. Roll again?",
    # Beast
    "long_lost_heir.citizen": "Does {who} become a Citizen, by the Long-Lost Heir, without a relic?",
    "pied_piper.player": "To whose advisers does {who} send the Pied Piper? Two favor are taken from that player.",
    "wild_allies.site": "From which site with a Beast card does {who} campaign, by Wild Allies?",
    # Discord
    "bandit_chief.color": "A warband at this site is killed by the Bandit Chief. Of which color, {who}?",
    "book_burning.keep": "Book Burning leaves {who} one secret. Which face does it show?",
    "false_prophet.vision": "On which revealed Vision does {who} set the False Prophet's warband?",
    "relic_thief.use": "{who} may pay for the Relic Thief and roll for the relics just taken. Use it?",
    "sneak_attack.campaign": "{who} may attack {against} at once, without Supply, by Sneak Attack. Attack?",
    "second_wind.travel": "{who} may travel now, without Supply, by Second Wind. Travel?",
    "second_wind.campaign": "{who} may campaign again, without Supply, by Second Wind. Campaign?",
    "vow_of_poverty.bank": "From which favor bank does {who} take two favor, by the Vow of Poverty?",
    "silver_tongue.bank": "From which favor bank does {who} take a favor, by the Silver Tongue?",
    # Hearth
    "book_binders.bank": "From which favor bank does {who} gain two favor, by the Book Binders?",
    "family_heirloom.relic": "{who} has drawn a relic, by the Family Heirloom. Take it, or bury it?",
    "fabled_feast.bank": "From which favor bank does {who} take favor for the Hearth cards they rule?",
    "salad_days.banks": "From which three favor banks does {who} gain a favor each, by Salad Days?",
    "tinkers_fair.player": "{who} makes a binding exchange at the Tinker's Fair. With whom?",
    "armed_mob.card": "Which faceup adviser does {who} discard, by the Armed Mob?",
    "homesteaders.card": "Which faceup adviser does {who} move to the site, by the Homesteaders?",
    "charming_friend.player": "From whom does {who} take a favor, by the Charming Friend?",
    "levelers.from": "Several favor banks are fullest. From which one does {who} move two favor?",
    "levelers.to": "Several favor banks are emptiest. To which one does {who} move them?",
    "relic_breaker.relic": "Which facedown relic here does {who} put under the relic deck, by the Relic Breaker?",
    "herald.bank": "From which favor bank does {who} gain a favor, by the Herald?",
    "memory_of_home.bank": "From which favor bank does {who} move all favor to the Hearth bank?",
    # Nomad
    "great_herd.swap": "{who} may swap the Great Herd with a Nomad card at another place. With which one?",
    "resettle.card": "Which faceup Nomad adviser does {who} move to a site, by Resettle?",
    "resettle.site": "To which site does {who} move it?",
    "wild_mounts.instead": "Instead of all Nomad plans {who} may discard one Beast card, by Wild Mounts. Which one?",
    "warning_signals.from": "How many warbands does {who} pick up from each place, by Warning Signals?",
    "warning_signals.to": "Where does {who} put those {high} down?",
    # Order
    "garrison.sites": "The board has too few warbands for every site. At which {high} does {who} put one?",
    "messenger.from": "How many warbands does {who} pick up from each place, by the Messenger?",
    "messenger.to": "Where does {who} put those {high} down?",
    "siege_engines.site": "At which site does {who} kill two warbands, by the Siege Engines?",
    "siege_engines.color": "Of which color is the warband that {who} kills?",
    "tyrant.color": "The Tyrant kills a warband at this site. Of which color, {who}?",
    "knights_errant.campaign": "{who} may campaign now, without Supply, by the Knights Errant. Campaign?",
    "hunting_party.campaign": "{who} may campaign now, without Supply, by the Hunting Party. Campaign?",
    "palanquin.player": "Whom does {who} take along in the Palanquin?",
    "palanquin.site": "On which site does {who} put the own pawn, by the Palanquin?",
    "captains.site": "From which site does {who} campaign, by the Captains?",
    "vow_of_obedience.bank": "From which favor bank does {who} take a favor, by the Vow of Obedience?",
    "martial_culture.citizen": "Does {who} become a Citizen, by Martial Culture, without a relic?",
    "relic_hunter.relics": "Which {high} of the facedown relics at targeted sites are targets too?",
    "relic_hunter.bury": "Which of the relics taken does {who} put on the bottom of the relic deck?",
}

# Options that mean something of their own in one of these questions.
_TAKE_OR_BURY = {"take": "take it", "bury": "put it under the relic deck"}
POWER_LABELS = {
    "family_heirloom.relic": _TAKE_OR_BURY,
    "squalid_district.shift": {"none": "as it fell", "higher": "one higher", "lower": "one lower"},
    "book_burning.keep": {"secret": "faceup", "hidden": "facedown"},
    "great_herd.swap": {"none": "no swap"},
    "wild_mounts.instead": {"none": "none: discard the Nomad plans"},
}
