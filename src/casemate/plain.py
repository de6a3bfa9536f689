"""Records and arrays of records in plain Python: what the rules run on before, or without, a compiler.

They look like NumPy's (`s.stones[1]`, `states[1] = states[0]`) but hold Python's own numbers.
"""

from typing import Any

import numpy as np

NUMBERS = (int, float)


class Grid(list[Any]):
    """A list of lists that also understands grid[i, j]."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        return list.__getitem__(self, at[0])[at[1]] if type(at) is tuple else list.__getitem__(self, at)

    def __setitem__(self, at: Any, value: Any) -> None:
        if type(at) is tuple:
            list.__getitem__(self, at[0])[at[1]] = value
        elif type(at) is slice and isinstance(value, int):
            list.__setitem__(self, at, [value] * len(self[at]))
        else:
            list.__setitem__(self, at, value)


class Record:
    """An object with the fields of a NumPy record; a misspelt field is an error at once."""

    __slots__: tuple[str, ...] = ()

    def copy(self) -> "Record":
        twin: Record = object.__new__(type(self))
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value if type(value) in NUMBERS else copied(value))
        return twin

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, n) == getattr(other, n) for n in self.__slots__)

    __hash__ = None  # type: ignore[assignment]


def copied(value: Any) -> Any:
    if isinstance(value, Record):
        return value.copy()
    if isinstance(value, list):
        return type(value)(value if not value or type(value[0]) in NUMBERS else map(copied, value))
    return value


KINDS: dict[Any, type[Record]] = {}


def kind(dtype: np.dtype[Any]) -> type[Record]:
    """The class of records with these fields."""
    if dtype not in KINDS:
        KINDS[dtype] = type("Record", (Record,), {"__slots__": dtype.names})
    return KINDS[dtype]


def read(dtype: np.dtype[Any], value: Any) -> Record:
    """A plain record with the values of a NumPy one."""
    return recorded(dtype, value.item())


def recorded(dtype: np.dtype[Any], values: tuple[Any, ...]) -> Record:
    record = object.__new__(kind(dtype))
    for name, value in zip(record.__slots__, values, strict=True):
        setattr(record, name, value if isinstance(value, NUMBERS) else read_field(dtype[name], value))
    return record


def read_field(dtype: np.dtype[Any], value: Any) -> Any:
    if type(value) is tuple:
        return recorded(dtype, value)
    return grid(value.tolist()) if not value.dtype.names else read_records(value)


def read_records(values: Any) -> Grid:
    """An array of records, of any number of dimensions."""
    return Grid(read(values.dtype, each) if values.ndim == 1 else read_records(each) for each in values)


def grid(values: list[Any]) -> Grid:
    return Grid(map(grid, values)) if values and isinstance(values[0], list) else Grid(values)


def write(record: Record, into: Any) -> None:
    """Write a plain record's values into a NumPy one."""
    for name in record.__slots__:
        write_field(getattr(record, name), into, name)


def write_field(value: Any, into: Any, at: Any) -> None:
    if isinstance(value, Record):
        write(value, into[at])
    elif isinstance(value, list) and value and isinstance(value[0], Record):
        for i, each in enumerate(value):
            write(each, into[at][i])
    else:
        into[at] = value


BLANKS: dict[Any, Record] = {}


def blank(dtype: np.dtype[Any]) -> Record:
    if dtype not in BLANKS:
        BLANKS[dtype] = read(dtype, np.zeros(1, dtype)[0])
    return BLANKS[dtype].copy()


class Records:
    """An array of records, made as they are asked for; putting one in its place copies it."""

    def __init__(self, dtype: np.dtype[Any], size: int) -> None:
        self.blank = blank(dtype)
        self.size = size
        self.made: dict[int, Record] = {}

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, at: int) -> Record:
        if at not in self.made:
            if not 0 <= at < self.size:
                raise IndexError(at)
            self.made[at] = self.blank.copy()
        return self.made[at]

    def __setitem__(self, at: int, record: Record) -> None:
        self.made[at] = record.copy()
