// SPDX-License-Identifier: Apache-2.0

import HometaskDBus
import HometaskPlugin

/// GeoClue's D-Bus interfaces on the system bus: `org.freedesktop.GeoClue2`, version 2.
enum GeoClue {
    private static let service = "org.freedesktop.GeoClue2"
    private static let manager = "/org/freedesktop/GeoClue2/Manager"
    private static let properties = "org.freedesktop.DBus.Properties"
    /// `GCLUE_ACCURACY_LEVEL_EXACT`: the best available accuracy.
    private static let exact: UInt32 = 8

    /// Returns the position of this device.
    ///
    /// - Parameters:
    ///   - patience: the timeout for the first position, in milliseconds.
    ///   - beat: called each second during the wait; throws if the position is no longer needed.
    static func position(
        on address: DBusAddress, patience: Int, beat: () throws -> Void
    ) throws(RPCError) -> Position {
        do throws(DBusError) {
            let bus = try DBusConnection(address)
            guard
                let client = try bus.call(service, manager, interface: service + ".Manager", member: "GetClient").first?
                    .text
            else {
                throw DBusError.malformed("the answer has no client")
            }
            let interface = service + ".Client"
            for (name, value) in [
                ("DesktopId", DBusValue.string("hometask")), ("RequestedAccuracyLevel", .uint32(exact)),
            ] {
                try bus.call(
                    service, client, interface: properties, member: "Set",
                    body: [.string(interface), .string(name), .variant(value)])
            }
            // Any process on the bus can send such a signal; only signals from the owner of GeoClue's name count.
            let owner = try bus.owner(of: service)
            try bus.listen("type='signal',sender='\(service)',interface='\(interface)',member='LocationUpdated'")
            try bus.call(service, client, interface: interface, member: "Start")
            let signal = try bus.signal(within: patience, while: { (try? beat()) != nil }) { signal in
                signal.sender == owner && signal.path == client && signal.interface == interface
                    && signal.member == "LocationUpdated" && signal.body.count == 2
            }
            let location = signal.body[1].text ?? ""
            let answer = try bus.call(
                service, location, interface: properties, member: "GetAll", body: [.string(service + ".Location")])
            bus.patience = 1000
            _ = try? bus.call(service, client, interface: interface, member: "Stop")
            return try position(answer.first)
        } catch {
            throw rpcError(for: error)
        }
    }

    /// Returns the position in the properties of a location. GeoClue reports an unknown accuracy as the largest double.
    private static func position(_ location: DBusValue?) throws(DBusError) -> Position {
        guard let latitude = location?["Latitude"]?.double, let longitude = location?["Longitude"]?.double,
            abs(latitude) <= 90, abs(longitude) <= 180
        else { throw DBusError.malformed("it has no place on earth") }
        let accuracy = location?["Accuracy"]?.double.flatMap { (0...20_100_000).contains($0) ? $0 : nil }
        let seconds = location?["Timestamp"]?.elements?.first?.unsigned.flatMap { Int64(exactly: $0) } ?? 0
        return Position(
            latitude: latitude, longitude: longitude, accuracy: accuracy,
            time: seconds > 0 ? Timestamp(seconds: seconds) : nil)
    }

    private static func rpcError(for error: DBusError) -> RPCError {
        switch error {
        case .timeout: return RPCError(.unavailable, "GeoClue does not yet know the position of this device")
        case .remote("org.freedesktop.DBus.Error.ServiceUnknown", _):
            return RPCError(.unavailable, "GeoClue is not installed", hint: "Debian's package is geoclue-2.0.")
        case .remote("org.freedesktop.DBus.Error.AccessDenied", let message):
            return RPCError(
                .unavailable, "GeoClue does not report the position of this device: \(message)",
                hint: "Allow hometask to use the position in the desktop's settings, or in /etc/geoclue/geoclue.conf.")
        default: return RPCError(.unavailable, "GeoClue does not report the position of this device: \(error)")
        }
    }
}
