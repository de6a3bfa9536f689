"""Binding rules to a table: the same functions with a table's own in the place of the words they say.

Rules are plain functions. `Web.bind` makes a twin of one, and of every function it calls, whose globals point at the
table's functions (table.py). In a compiled web every twin is compiled by Numba when it is first called, and kept in a
cache folder named by what it was made from (compiled.py); what each table does is settled then, so none pays for
another.
"""

from collections.abc import Callable, Mapping
from types import CodeType, FunctionType
from typing import Any

import numpy as np

Compile = Callable[[FunctionType, bool], Any]


class Web:
    """Functions bound to each other and to one table; `words` says which function stands in for which."""

    def __init__(
        self, label: str, words: Mapping[Any, Any], compile: Compile | None = None, common: "Web | None" = None
    ) -> None:
        self.label = label
        self.words = words
        self.compile = compile
        self.common = common  # where functions that never come to the table are bound, once for all tables
        self.bound: dict[Any, Any] = {}

    def bind(self, function: Any) -> Any:
        """The function as it runs in this web, to be called by its others."""
        function = self.words.get(function, function)
        if not isinstance(function, FunctionType):
            return function
        if self.common and not self.comes_to_the_table(function):
            return self.common.bind(function)
        if function not in self.bound:
            self.twin(function, from_python=False)
        return self.bound[function]

    def entry(self, function: FunctionType) -> Any:
        """The function as it runs in this web, to be called from outside."""
        function = self.words.get(function, function)
        if (function, "entry") not in self.bound:
            self.twin(function, from_python=True)
        return self.bound[function, "entry"]

    def twin(self, function: FunctionType, from_python: bool) -> None:
        scope = {
            "__builtins__": __builtins__,
            "__name__": function.__module__,
            "__file__": function.__code__.co_filename,
        }
        twin = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        twin.__module__, twin.__doc__ = function.__module__, function.__doc__
        twin.__qualname__ = f"{function.__qualname__}.{self.label}{'.entry' if from_python else ''}"
        self.bound[(function, "entry") if from_python else function] = (
            self.compile(twin, from_python) if self.compile else twin
        )
        for name in names_in(function.__code__) & function.__globals__.keys():
            scope[name] = self.value(function.__globals__[name])

    def comes_to_the_table(self, function: FunctionType) -> bool:
        """Whether the function, or one it calls, says a word of this table that the common web does not know."""
        assert self.common is not None
        seen, waiting = {function}, [function]
        while waiting:
            called = waiting.pop()
            for name in names_in(called.__code__) & called.__globals__.keys():
                value = called.__globals__[name]
                if isinstance(value, FunctionType) and value not in seen:
                    if self.words.get(value) is not self.common.words.get(value):
                        return True
                    seen.add(value)
                    waiting.append(value)
        return False

    def value(self, value: Any) -> Any:
        """What a global name stands for: rules are bound, tables of numbers become arrays where they are compiled."""
        if isinstance(value, FunctionType):
            return self.bind(value)
        if self.compile and isinstance(value, tuple) and is_numbers(value):
            return np.array(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return int(value)
        return value


def names_in(code: CodeType) -> set[str]:
    """The names a function looks up, those of functions inside it included."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= names_in(constant)
    return names


def is_numbers(value: object) -> bool:
    return isinstance(value, (int, float)) or isinstance(value, tuple) and all(is_numbers(each) for each in value)
