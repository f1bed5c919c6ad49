"""What the completion of the shell offers where a command takes a card, a clause or an open point."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def cards(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Names of cards, each as one word; of several words where the command takes them so."""
    from click.shell_completion import CompletionItem

    from oathtools.render.rules.card import completions

    earlier = (ctx.params.get(str(param.name)) or ()) if param.nargs == -1 else ()
    return [CompletionItem(name, help=kind) for name, kind in completions(incomplete, earlier)]


def clauses(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Numbers of clauses."""
    from click.shell_completion import CompletionItem

    from oathtools.law import completions

    return [CompletionItem(number, help=title) for number, title in completions(incomplete)]


def points(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Ids of open points."""
    from click.shell_completion import CompletionItem

    from oathtools.law.rulings import points as known

    begun = incomplete.casefold()
    return [CompletionItem(key, help=one.title) for key, one in known().items() if key.casefold().startswith(begun)]
