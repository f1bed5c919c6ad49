"""The style of the story page: paper by day, candlelight by night, ink on print; no font or picture from elsewhere."""

_SUITS = {
    "discord": ("#7d2e46", "#c56a86"),
    "arcane": ("#6d55b0", "#a796e6"),
    "order": ("#2f68a8", "#76aee6"),
    "hearth": ("#9c680f", "#e6b04e"),
    "beast": ("#b1492c", "#e58a68"),
    "nomad": ("#2f7d5f", "#6cc49f"),
}
_SEATS = {
    "purple": "#5d3f86",
    "red": "#b23a34",
    "blue": "#2f5f9e",
    "yellow": "#c79a1b",
    "white": "#f4efe4",
    "black": "#2b2927",
    "none": "#8d8577",
}
_DAY = {
    "paper": "#f5eedf",
    "leaf": "#fbf7ee",
    "ink": "#2b241d",
    "quiet": "#6d6152",
    "line": "#d8c9ad",
    "gold": "#9a7122",
    "mist": "#e9e0cd",
    "on": "#fff",
}
_NIGHT = {
    "paper": "#171411",
    "leaf": "#211d18",
    "ink": "#ece3d2",
    "quiet": "#a99c88",
    "line": "#453c31",
    "gold": "#d8ac58",
    "mist": "#2a251f",
    "on": "#171411",
}


def _variables(colors: dict[str, str], shade: int) -> str:
    told = {**colors, **{f"suit-{suit}": pair[shade] for suit, pair in _SUITS.items()}}
    return "".join(f"--{name}:{color};" for name, color in told.items())


def palette(day: str = ":root", night: str = "") -> str:
    """The colors by day and by night, of suits and of seats: for any page of ours.

    ``day`` and ``night`` select what is drawn in either; without ``night`` the reader's machine decides.
    """
    suits = "".join(
        f".suit-{suit}{{fill:var(--suit-{suit});background:var(--suit-{suit})}}.line-{suit}{{stroke:var(--suit-{suit})}}"
        for suit in _SUITS
    )
    seats = "".join(f".seat-{seat}{{fill:{color};background:{color}}}" for seat, color in _SEATS.items())
    dark = _variables(_NIGHT, 1)
    by_night = f"{night}{{{dark}}}" if night else f"@media (prefers-color-scheme:dark){{{day}{{{dark}}}}}"
    return f"{day}{{{'' if night else 'color-scheme:light dark;'}{_variables(_DAY, 0)}}}{by_night}{suits}{seats}"


def style() -> str:
    """The whole style sheet of the story."""
    ink = _variables({**_DAY, "paper": "#fff", "leaf": "#fff"}, 0)
    return f"{palette()}{_PAGE}{_PICTURES}@media print{{:root{{{ink}}}{_PRINT}}}"


_PAGE = """
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);
font:1.0625rem/1.62 "Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif}
header,main,footer{max-width:64rem;margin:0 auto;padding:0 1.1rem}
header{text-align:center;padding-top:3.2rem;padding-bottom:1.2rem}
h1{font-size:clamp(2rem,7vw,3.6rem);line-height:1.1;margin:.2em 0;font-weight:600;letter-spacing:.01em;
overflow-wrap:anywhere}
h2{font-size:1.65rem;line-height:1.2;font-weight:600;margin:0 0 .5rem;text-wrap:balance;overflow-wrap:anywhere}
h3{font-size:1rem;letter-spacing:.12em;text-transform:uppercase;color:var(--gold);margin:0 0 .6rem;font-weight:600}
p{margin:0 0 .85rem;overflow-wrap:anywhere}
.over{letter-spacing:.22em;text-transform:uppercase;font-size:.8rem;color:var(--gold);margin:0}
.lead{font-size:1.15rem;color:var(--quiet);max-width:36rem;margin:.6rem auto}
.flourish{display:block;margin:1.1rem auto;fill:none;stroke:var(--gold)}
section{margin:0 0 3rem}
.part{border-top:1px solid var(--line);padding-top:1.6rem}
.regions{display:grid;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr));gap:1.4rem;align-items:start}
.regions svg,.chapter .lands{width:100%;height:auto;max-width:24rem;display:block;margin:0 auto}
.side{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr));gap:.6rem 2rem}
.age{min-width:0}
.scroll{overflow-x:auto;padding-bottom:.4rem;margin-bottom:1.8rem}
.scroll svg{display:block}
.chapter{background:var(--leaf);border:1px solid var(--line);border-radius:14px;padding:1.5rem 1.4rem;margin:0 0 1.6rem;
display:grid;grid-template-columns:1fr;gap:1.2rem}
.chapter .over{margin-bottom:.35rem}
.chapter .tale::first-letter{font-size:2.9em;line-height:.85;float:left;padding:.08em .1em 0 0;color:var(--gold)}
@media (min-width:52rem){.chapter.pictured{grid-template-columns:1fr 21rem}}
.seal{display:inline-block;width:.85em;height:.85em;border-radius:50%;border:1px solid var(--line);
margin-right:.5em;vertical-align:-.06em}
.own{border-left:3px solid var(--gold);padding:.1rem 0 .1rem 1.1rem;margin:1rem 0 0;font-style:italic}
.own:empty{display:none}
.own p:last-child{margin-bottom:0}
.opening,.closing{max-width:40rem;margin:0 auto 2.5rem}
table{border-collapse:collapse;width:100%;max-width:34rem}
th,td{text-align:left;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
th{font-size:.8rem;letter-spacing:.1em;text-transform:uppercase;color:var(--quiet);font-weight:600}
td.count,th.count{text-align:right;white-space:nowrap}
.key{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;list-style:none;padding:0;margin:0 0 1rem;font-size:.92rem}
.kept{list-style:none;padding:0;margin:0;max-width:40rem}
.kept p{margin:0}
.kept>li{margin:0 0 1rem}
.kept ul{margin:.2rem 0 0;padding-left:1.6rem;color:var(--quiet);font-size:.95rem}
.key i{display:inline-block;width:.8em;height:.8em;margin-right:.4em;border-radius:2px}
footer{color:var(--quiet);font-size:.85rem;text-align:center;padding-bottom:3rem}
"""
_PICTURES = """
svg text{fill:var(--ink);font-size:16px;font-family:inherit}
svg .small{font-size:12.5px;fill:var(--quiet);letter-spacing:.04em}
svg .tiny{font-size:12.5px}
svg .quiet{fill:var(--quiet);font-size:14.5px}
svg .site{font-size:20px;font-weight:600}
svg .edifice{font-weight:600}
svg .on{fill:var(--on);font-size:12.5px;font-weight:600}
.land{fill:var(--leaf);stroke:var(--line);stroke-width:1.4}
.crowned{stroke:var(--gold);stroke-width:2.2}
.ruined{stroke-dasharray:6 4;stroke:var(--quiet)}
.mist{fill:var(--mist);stroke:var(--line);stroke-width:1.2;stroke-dasharray:3 5}
.wave{fill:none;stroke:var(--quiet);stroke-width:1.4;opacity:.45}
.pillars{fill:var(--gold)}
.relic{fill:none;stroke:var(--gold);stroke-width:1.8}
.rule{stroke:var(--line);stroke-width:1}
.way{fill:none;stroke:var(--gold);stroke-width:2.5;opacity:.8}
.next{fill:none;stroke:var(--gold);stroke-width:2.5;stroke-dasharray:4 4}
circle[class^=seat]{stroke:var(--paper);stroke-width:2}
circle.seat-white{stroke:var(--quiet)}
.sign{fill:#fff}
.seat-white+.sign{fill:#3a332b}
.fallen{fill:none;stroke-width:2;stroke-dasharray:4 3}
.lost{stroke:var(--quiet);stroke-width:2.2;fill:none}
"""
_PRINT = """
body{font-size:10pt;background:#fff}
header{padding-top:0;padding-bottom:0}
section{margin-bottom:1.4rem}
.regions{grid-template-columns:repeat(3,1fr);gap:.8rem}
.chapter.pictured{grid-template-columns:1fr 13.5rem}
.chapter,svg,tr,.age,.kept>li{break-inside:avoid}
.chapter{border-color:#bbb;border-radius:0;padding:.9rem;margin-bottom:.9rem}
h3{break-after:avoid}
footer{padding:0}
footer .flourish{display:none}
.scroll{overflow:visible;margin-bottom:.6rem}
.scroll svg{max-width:100%;height:auto}
.own:empty{display:block;height:4.5rem;border:0;padding:0;--rule:linear-gradient(#999,#999);
background:var(--rule) 0 33%/100% 1px no-repeat,var(--rule) 0 66%/100% 1px no-repeat,
var(--rule) 0 100%/100% 1px no-repeat;-webkit-print-color-adjust:exact;print-color-adjust:exact}
"""
