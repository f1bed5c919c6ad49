"""The edition of the Law that everything here rests on: one id, named in answers, journals and clauses alike."""

LAW = "yml"
"""The publisher's rules site. The other edition is ``pdf``, the printed book."""

SOURCE = "the publisher's rules site"
