"""The changes that ask for something else, where the table stays as it is: powers, plans, payments, targets, dice."""

from oathtools.procedures.adjudicate.changes import asked
from oathtools.procedures.machine.request import Change, Request


def without_plan(named: str) -> Change:
    """A battle plan is not used."""
    return asked(
        f"plan.{named}",
        f"{named.partition('=')[0]} is not used",
        lambda request: request._replace(plans=tuple(each for each in request.plans if each != named)),
    )


def leaving_out(card: str) -> Change:
    """A modifier is not used."""
    return asked(
        f"using.{card}.",
        f"the power of {card} is not used for it",
        lambda request: request._replace(modifiers=tuple(each for each in request.modifiers if each[0] != card)),
    )


def using(card: str, param: str) -> Change:
    """A modifier is used as well."""
    how = f"{card} with {param}" if param else card
    return asked(
        f"using.{card}.{param}",
        f"the power of {how} is used for it",
        lambda request: request._replace(modifiers=(*request.modifiers, (card, param))),
    )


def paying(count: int) -> Change:
    """So many tokens are paid."""
    return asked(
        f"pay.{count}",
        f"{count} are paid",
        lambda request: request._replace(given={**request.given, "pay": str(count)}),
    )


def paying_as_printed() -> Change:
    """For a relic, the price of its site is paid."""
    return asked(
        "pay",
        "the price printed on the site is paid",
        lambda request: request._replace(given={**request.given, "pay": "printed"}),
    )


def targeting(target: str) -> Change:
    """A target more."""
    return _aimed(target, True)


def not_targeting(target: str) -> Change:
    """A target fewer."""
    return _aimed(target, False)


def _aimed(target: str, at_it: bool) -> Change:
    def ask(request: Request) -> Request:
        others = [each for each in request.given["targets"] if each != target]
        return request._replace(given={**request.given, "targets": [*others, target] if at_it else others})

    return asked(f"target.{target}", f"{target} is {'' if at_it else 'not '}among the targets", ask)


def dice(most: int) -> Change:
    """Fewer attack dice are taken."""
    says = f"no more than {most} attack dice are taken"
    return asked("dice", says, lambda request: request._replace(given={**request.given, "dice": most}))
