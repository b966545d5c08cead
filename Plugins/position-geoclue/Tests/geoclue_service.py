# SPDX-License-Identifier: Apache-2.0
"""Says where a device is as GeoClue does, through libdbus's own binding (python3-dbus, python3-gi).

Arguments: the bus's address, and what it does: `tell LATITUDE LONGITUDE ACCURACY`, `deny` or `hide`. Prints a line when it
is ready; ends with its standard input.
"""

import sys
import threading

import dbus
import dbus.bus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

address, manner, *numbers = sys.argv[1:]
NAME = "org.freedesktop.GeoClue2"
PROPERTIES = "org.freedesktop.DBus.Properties"


class Denied(dbus.DBusException):
    _dbus_error_name = "org.freedesktop.DBus.Error.AccessDenied"


class Manager(dbus.service.Object):
    @dbus.service.method(NAME + ".Manager", in_signature="", out_signature="o")
    def GetClient(self):
        return dbus.ObjectPath("/org/freedesktop/GeoClue2/Client/7")


class Client(dbus.service.Object):
    known = {}

    @dbus.service.method(PROPERTIES, in_signature="ssv", out_signature="")
    def Set(self, interface, name, value):
        assert interface == NAME + ".Client"
        self.known[str(name)] = value

    @dbus.service.method(NAME + ".Client", in_signature="", out_signature="")
    def Start(self):
        if manner == "deny" or self.known.get("DesktopId") != "hometask":
            raise Denied("'hometask' disallowed")
        assert self.known["RequestedAccuracyLevel"] == 8
        if manner == "tell":
            GLib.timeout_add(100, self.update)

    def update(self):
        self.LocationUpdated("/", "/org/freedesktop/GeoClue2/Client/7/Location/3")

    @dbus.service.signal(NAME + ".Client", signature="oo")
    def LocationUpdated(self, old, new):
        pass

    @dbus.service.method(NAME + ".Client", in_signature="", out_signature="")
    def Stop(self):
        pass


class Location(dbus.service.Object):
    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        latitude, longitude, accuracy = map(float, numbers)
        seconds = dbus.Struct((dbus.UInt64(1763740000), dbus.UInt64(5)), signature="tt")
        return {
            "Latitude": latitude,
            "Longitude": longitude,
            "Accuracy": accuracy,
            "Altitude": -1.7976931348623157e308,
            "Description": "Wi-Fi",
            "Timestamp": seconds,
        }


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.bus.BusConnection(address)
name = dbus.service.BusName(NAME, bus)
manager = Manager(bus, "/org/freedesktop/GeoClue2/Manager")
client = Client(bus, "/org/freedesktop/GeoClue2/Client/7")
location = Location(bus, "/org/freedesktop/GeoClue2/Client/7/Location/3")
loop = GLib.MainLoop()
threading.Thread(target=lambda: (sys.stdin.read(), GLib.idle_add(loop.quit)), daemon=True).start()
print("ready", flush=True)
loop.run()
