# SPDX-License-Identifier: Apache-2.0
"""Says where a device is as GeoClue does, through libdbus's own binding (python3-dbus, python3-gi).

Arguments: the bus's address, and what it does: `tell LATITUDE LONGITUDE ACCURACY [SECONDS]`, `deny`, `hide`, or `forge`
with the same numbers: it hides, and another program says in its place that there is a position. Prints a line when it is
ready; ends with its standard input.
"""

import sys
import threading

import dbus
import dbus.bus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

address, manner, *numbers = sys.argv[1:]
NAME = "org.freedesktop.GeoClue2"
PROPERTIES = "org.freedesktop.DBus.Properties"
CLIENTS = "/org/freedesktop/GeoClue2/Client/"


class Denied(dbus.DBusException):
    _dbus_error_name = "org.freedesktop.DBus.Error.AccessDenied"


class Manager(dbus.service.Object):
    @dbus.service.method(NAME + ".Manager", in_signature="", out_signature="o")
    def GetClient(self):
        return dbus.ObjectPath(CLIENTS + "7")


class Client(dbus.service.Object):
    known = {}

    @dbus.service.method(PROPERTIES, in_signature="ssv", out_signature="")
    def Set(self, interface, name, value):
        assert interface == NAME + ".Client"
        self.known[str(name)] = value

    @dbus.service.method(NAME + ".Client", in_signature="", out_signature="", sender_keyword="sender")
    def Start(self, sender=None):
        if manner == "deny" or self.known.get("DesktopId") != "hometask":
            raise Denied("'hometask' disallowed")
        assert self.known["RequestedAccuracyLevel"] == 8
        if manner == "tell":
            GLib.timeout_add(100, self.update)
        if manner == "forge":
            GLib.timeout_add(100, forge, sender)

    def update(self):
        # Another program has asked as well, and is told first. Its location is not for this one.
        other.LocationUpdated("/", CLIENTS + "8/Location/1")
        self.LocationUpdated("/", CLIENTS + "7/Location/3")

    @dbus.service.signal(NAME + ".Client", signature="oo")
    def LocationUpdated(self, old, new):
        pass

    @dbus.service.method(NAME + ".Client", in_signature="", out_signature="")
    def Stop(self):
        pass


class Location(dbus.service.Object):
    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        latitude, longitude, accuracy = map(float, numbers[:3])
        time = int(numbers[3]) if numbers[3:] else 1763740000
        seconds = dbus.Struct((dbus.UInt64(time), dbus.UInt64(5)), signature="tt")
        return {
            "Latitude": latitude,
            "Longitude": longitude,
            "Accuracy": accuracy,
            "Altitude": -1.7976931348623157e308,
            "Description": "Wi-Fi",
            "Timestamp": seconds,
        }


def forge(receiver):
    """Sends the signal of the service from a connection that is not the service's."""
    signal = dbus.lowlevel.SignalMessage(CLIENTS + "7", NAME + ".Client", "LocationUpdated")
    signal.set_destination(receiver)
    signal.append(dbus.ObjectPath("/"), dbus.ObjectPath(CLIENTS + "7/Location/3"), signature="oo")
    stranger.send_message(signal)
    stranger.flush()


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.bus.BusConnection(address)
stranger = dbus.bus.BusConnection(address)
name = dbus.service.BusName(NAME, bus)
manager = Manager(bus, "/org/freedesktop/GeoClue2/Manager")
client, other = Client(bus, CLIENTS + "7"), Client(bus, CLIENTS + "8")
location = Location(bus, CLIENTS + "7/Location/3")
loop = GLib.MainLoop()
threading.Thread(target=lambda: (sys.stdin.read(), GLib.idle_add(loop.quit)), daemon=True).start()
print("ready", flush=True)
loop.run()
