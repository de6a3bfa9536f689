"""Numba at the service of `Web`: how one function is compiled, and where compiled code is kept."""

import hashlib
import os
import platform
import shutil
import time
from collections.abc import Iterable
from pathlib import Path
from types import FunctionType
from typing import Any

from casemate import bits

try:
    import llvmlite
    import numba
    from numba.core import config, types
    from numba.extending import intrinsic
except ImportError:  # everything still works, slower
    numba = None

WANTED = "CASEMATE_PLAIN" not in os.environ
SOURCES = ("*.py", "*.toml", "*.tsv", "*/*.toml", "*/*.tsv")  # what rules are made from: code, and tables of data
MONTH = 30 * 24 * 3600


def is_available() -> bool:
    return WANTED and numba is not None


def cache_folder(label: str, folders: Iterable[Path]) -> Path:
    """Where code compiled from these folders' sources is kept: named by a hash of all it was made from."""
    made_from = hashlib.sha256()
    for version in (numba.__version__, llvmlite.__version__, platform.python_version(), platform.machine()):
        made_from.update(version.encode())
    for folder in folders:
        for source in sorted(found for sources in SOURCES for found in folder.glob(sources)):
            made_from.update(f"{source.relative_to(folder).as_posix()}\0".encode() + source.read_bytes())
    home = (
        os.environ.get("CASEMATE_CACHE") or Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "casemate"
    )
    return Path(home) / f"{label}-{made_from.hexdigest()[:16]}"


def open_cache(label: str, folders: Iterable[Path]) -> Path | None:
    """The cache folder, ready to be written; None where nothing can be written. Forgets what a month has not used."""
    folder = cache_folder(label, folders)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        for old in folder.parent.glob(f"{label}-*"):
            if time.time() - old.stat().st_mtime > MONTH:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def compiler(cache: Path | None, is_long: bool = True) -> Any:
    """A function that compiles functions and keeps the result in the cache folder.

    What runs long lets other threads go on meanwhile; for what takes microseconds that would cost more than it gives.
    """

    def compile(function: FunctionType, from_python: bool) -> Any:
        inner = {} if from_python else {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        dispatcher = numba.njit(nogil=is_long, boundscheck=True, **inner)(function)
        template = dispatcher.get_call_template
        # Once for all whole numbers, not again for each constant a function is called with.
        dispatcher.get_call_template = lambda arguments, names: template(
            [types.unliteral(each) for each in arguments], names
        )
        if cache is not None:
            before, config.CACHE_DIR = config.CACHE_DIR, str(cache)
            try:
                dispatcher.enable_caching()
            finally:
                config.CACHE_DIR = before
        return dispatcher

    return compile


def instructions() -> dict[Any, Any]:
    """What stands in for bits.py in compiled rules."""

    @intrinsic
    def count(typing: Any, places: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @intrinsic
    def lowest(typing: Any, places: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], llvmlite.ir.Constant(llvmlite.ir.IntType(1), 0))

        return types.int64(types.int64), generate

    return {bits.count: count, bits.lowest: lowest}
