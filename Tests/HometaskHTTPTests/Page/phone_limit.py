# SPDX-License-Identifier: Apache-2.0
"""What phone_page.py and phone_webkit.py need so that they end, whatever a browser does."""

import contextlib
import faulthandler
import glob
import os
import signal
import sys
import threading

# A way takes half a minute at most on two cores.
LIMIT = 300


@contextlib.contextmanager
def limited(name):
    """Ends all if the block is not over in time, and says where it was: a page may wait for ever for what never comes."""
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
