# SPDX-License-Identifier: Apache-2.0
"""Time limit for the ways of phone_page.py and phone_webkit.py."""

import contextlib
import faulthandler
import glob
import os
import signal
import sys
import threading

# A way takes at most half a minute on two cores.
LIMIT = 300


@contextlib.contextmanager
def limited(name):
    """Ends the whole program if the block times out, with a traceback: a page may wait for ever."""
    timer = threading.Timer(LIMIT, give_up, [name])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def give_up(name):
    print(f"failed {name}\nIt was not over within {LIMIT} s.", flush=True)
    faulthandler.dump_traceback(sys.stdout)
    for process in descendants(os.getpid()):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    os._exit(1)


def descendants(process):
    for path in glob.glob(f"/proc/{process}/task/*/children"):
        with contextlib.suppress(OSError), open(path) as children:
            for child in children.read().split():
                yield from descendants(child)
                yield int(child)
