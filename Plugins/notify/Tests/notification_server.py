# SPDX-License-Identifier: Apache-2.0
"""Shows notifications as a desktop does, into a file, through libdbus's own binding (python3-dbus, python3-gi).

Arguments: the bus's address, the file, and what it is able to do besides. Prints a line when it is ready; ends with its
standard input.
"""

import json
import sys
import threading

import dbus
import dbus.bus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

address, path, *abilities = sys.argv[1:]
NAME = "org.freedesktop.Notifications"


class Server(dbus.service.Object):
    last = 40

    @dbus.service.method(NAME, in_signature="", out_signature="as")
    def GetCapabilities(self):
        return ["actions", "body"] + abilities

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, name, replaces, icon, summary, body, actions, hints, expires):
        if replaces == 0:
            Server.last += 1
        number = replaces or Server.last
        shown = {
            "name": name,
            "replaces": int(replaces),
            "number": int(number),
            "summary": summary,
            "body": body,
            "actions": list(actions),
            "urgency": int(hints["urgency"]),
            "expires": int(expires),
        }
        with open(path, "a") as file:
            print(json.dumps(shown), file=file)
        return dbus.UInt32(number)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.bus.BusConnection(address)
name = dbus.service.BusName(NAME, bus)
server = Server(bus, "/org/freedesktop/Notifications")
loop = GLib.MainLoop()
threading.Thread(target=lambda: (sys.stdin.read(), GLib.idle_add(loop.quit)), daemon=True).start()
print("ready", flush=True)
loop.run()
