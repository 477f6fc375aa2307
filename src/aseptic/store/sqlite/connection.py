"""Opening a SQLite file, and the one border where its errors become ours."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aseptic.errors import StoreCorruptError, StoreError, StoreFullError

MEMORY = ":memory:"
OWNER_ONLY = 0o600
OWNER_ONLY_FOLDER = 0o700


def connect(path: str, *, wait_ms: int, create: bool = True) -> Any:
    """An `apsw.Connection` to `path`; a new file can be read by its owner only.

    Args:
        path: a file, or `:memory:`.
        wait_ms: milliseconds to wait for another process's lock.
        create: whether to make the file where there is none.

    Raises:
        StoreError: there is no such file, or it cannot be opened.
    """
    import apsw

    with errors_of(path):
        if path != MEMORY:
            if create:
                Path(path).parent.mkdir(mode=OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
                # Made by us first, so that SQLite's own default mode never applies;
                # the -wal and -shm files take the mode of the main file.
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ONLY))
            elif not Path(path).is_file():
                raise StoreError("there is no store here", where=path)
        connection = apsw.Connection(path)
        connection.set_busy_timeout(wait_ms)
        return connection


@contextmanager
def errors_of(path: str) -> Iterator[None]:
    """Turn SQLite's and the operating system's errors into ours, naming the file."""
    import apsw

    try:
        yield
    except apsw.FullError as error:
        raise _full(path) from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreError(
            "locked by another process",
            where=path,
            hint="wait until the other import or write has ended, then run this again",
        ) from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise StoreCorruptError(f"not a sound SQLite file: {error}", where=path) from error
    except apsw.CantOpenError as error:
        raise StoreError(f"cannot be opened: {error}", where=path) from error
    except apsw.ReadOnlyError as error:
        raise StoreError("may not be written", where=path) from error
    except apsw.IOError as error:
        # A file-size limit or a quota shows as a failed write, not as "full".
        if "write" in str(error).lower() or _is_write(error):
            raise _full(path) from error
        raise StoreError(f"reading or writing failed: {error}", where=path) from error
    except apsw.Error as error:
        raise StoreError(str(error), where=path) from error
    except OSError as error:
        raise StoreError(error.strerror or str(error), where=path) from error


def _is_write(error: Exception) -> bool:
    import apsw

    code = getattr(error, "extendedresult", 0)
    return code in (apsw.SQLITE_IOERR_WRITE, apsw.SQLITE_IOERR_FSYNC, apsw.SQLITE_IOERR_SHMSIZE)


def _full(path: str) -> StoreFullError:
    return StoreFullError(
        "no room left on the device; what was committed before is intact",
        where=path,
        hint="make room, then run the same command again: it continues where it stopped",
    )
