# SPDX-License-Identifier: Apache-2.0
"""A way for phone_page.py: a server that was restored from a backup."""

import shutil

from phone_browser import FAMILY, STATE, Phone
from phone_task import hometask


def restored_server(browser, server):
    """A server that is restored from a backup gets back what a phone had sent since, and keeps what the backup has."""
    phone = Phone(browser, server, "Tom")
    phone.list()
    phone.add("Before the server's backup")
    phone.settle()
    backup = STATE + "/backup"
    server.kill()
    shutil.copytree(FAMILY, backup, symlinks=True)
    server.start()
    phone.sync()
    phone.add("After the server's backup")
    phone.settle()
    arrived(phone)
    server.kill()
    shutil.rmtree(FAMILY)
    shutil.move(backup, FAMILY)
    assert listed() == ["Before the server's backup"], listed()
    server.start()
    phone.sync()
    phone.has("Before the server's backup", "After the server's backup")
    arrived(phone)
    other = Phone(browser, server, "Mia")
    other.list()
    other.has("Before the server's backup", "After the server's backup")
    return phone, other


def listed():
    """The titles of this way's tasks on the server."""
    return sorted(task["title"] for task in hometask("list", "--all") if "server's backup" in task["title"])


def arrived(phone):
    """Waits until the server has both tasks, for 15 seconds at most."""
    for _ in range(50):
        if len(listed()) == 2:
            return
        phone.page.wait_for_timeout(300)
    raise AssertionError(listed())
