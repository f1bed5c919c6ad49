"""The name of a campaign and of its questions, for whoever follows one from outside."""

ACTION = "campaign"
JOINING = ("campaign.join", "campaign.ally")
DEFENDER = "campaign.defender"
# What is asked before the first roll, the act that declares it apart.
DECLARING = ("campaign.targets", "campaign.dice", "campaign.plan")
PLAN = "campaign.plan"
# By the dice that are rolled, and the other way round.
ROLL_OF = {"defense": "campaign.defense-roll", "attack": "campaign.attack-roll"}
ROLLS = {kind: die for die, kind in ROLL_OF.items()}
SACRIFICE = "campaign.sacrifice"
