"""The YAML of position files: a safe loader that refuses a key that stands twice. Imported only when YAML is read."""

from typing import Any

import yaml


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """As the safe loader; YAML itself would let the later of two equal keys win in silence."""


def _mapping(loader: Any, node: Any) -> dict[Any, Any]:
    loader.flatten_mapping(node)
    data: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        try:
            doubled = key in data
        except TypeError:
            problem = "a key must be a word or a number"
            raise yaml.constructor.ConstructorError(None, None, problem, key_node.start_mark) from None
        if doubled:
            problem = f"the key {key!r} stands twice in one mapping"
            raise yaml.constructor.ConstructorError(None, None, problem, key_node.start_mark)
        data[key] = loader.construct_object(value_node, deep=True)
    return data


Loader.add_constructor("tag:yaml.org,2002:map", _mapping)
