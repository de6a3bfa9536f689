"""Guests: whoever plays has a name and a secret token, which the browser keeps in a cookie no script can read."""

import hashlib
import secrets
import time
import unicodedata
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from casemate.errors import CasemateError
from casemate.server.schema import PEOPLE
from casemate.server.storage import Storage

COOKIE = "casemate"
NAME = 24  # characters
KNOWN = 10_000  # people remembered without asking the disk
FIRST = ("Brass", "Copper", "Quiet", "Riveted", "Steady", "Amber", "Cobalt", "Patient", "Bold", "Tin")
SECOND = ("Badger", "Heron", "Beetle", "Otter", "Falcon", "Marten", "Lynx", "Crane", "Mole", "Raven")


class BadName(CasemateError, ValueError):
    """A name nobody can have."""


@dataclass(frozen=True)
class Person:
    """Somebody who plays."""

    id: int
    name: str


class People:
    """The guests of this site."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.known: dict[bytes, Person] = {}

    async def find(self, token: str | None) -> Person | None:
        """Whose token it is; None if it is nobody's."""
        if not token or len(token) > 100:
            return None
        digest = hashed(token)
        if digest not in self.known:
            person = await self.storage.read(lambda connection: by_token(connection, digest))
            if person is None:
                return None
            self.remember(digest, person)
        return self.known[digest]

    async def welcome(self, name: str | None = None) -> tuple[Person, str]:
        """A new guest, and the token only they have."""
        token = secrets.token_urlsafe(32)
        digest = hashed(token)
        chosen = clean(name) if name else f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}"
        values = {"token": digest, "name": chosen, "created": time.time()}
        made = await self.storage.write(lambda connection: connection.execute(insert(PEOPLE), values))
        person = Person(int(made.inserted_primary_key[0]), chosen)
        self.remember(digest, person)
        return person, token

    async def rename(self, token: str, person: Person, name: str) -> Person:
        chosen = clean(name)
        await self.storage.write(
            lambda connection: connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(name=chosen))
        )
        renamed = Person(person.id, chosen)
        self.remember(hashed(token), renamed)
        return renamed

    def remember(self, digest: bytes, person: Person) -> None:
        while len(self.known) >= KNOWN:
            self.known.pop(next(iter(self.known)))
        self.known[digest] = person


def hashed(secret: str) -> bytes:
    """What is kept of a secret: enough to know it again, too little to say it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def by_token(connection: Connection, digest: bytes) -> Person | None:
    found = connection.execute(select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.token == digest)).first()
    return Person(found.id, found.name) if found else None


def names_of(connection: Connection, ids: list[int]) -> dict[int, str]:
    rows = connection.execute(select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.in_(ids))).all()
    return {row.id: row.name for row in rows}


def clean(name: str) -> str:
    """A name as it is shown: on one line, without what cannot be seen."""
    seen = "".join(char if unicodedata.category(char)[0] != "C" else " " for char in unicodedata.normalize("NFC", name))
    told = " ".join(seen.split())
    if not 1 <= len(told) <= NAME:
        raise BadName(f"a name has 1 to {NAME} characters, not {len(told)}")
    return told


def spoken(text: str, longest: int) -> str:
    """A line somebody says: on one line, without what cannot be seen, cut to size."""
    seen = "".join(char if unicodedata.category(char) not in ("Cc", "Cs", "Co", "Cn") else " " for char in text)
    return " ".join(seen.split())[:longest]
