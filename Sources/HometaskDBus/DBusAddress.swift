// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// The address of a bus (“Server Addresses” in the specification). Only sockets of this machine are supported.
public struct DBusAddress: Hashable, Sendable {
    /// The names of the sockets, in the order in which they are tried. A name in the abstract namespace begins with a
    /// zero byte.
    let sockets: [[UInt8]]

    /// Parses an address such as `unix:path=/run/user/1000/bus;unix:abstract=…`. Parts that are not a socket of this
    /// machine are left out; if none is left, connecting fails.
    public init(_ text: String) {
        sockets = text.split(separator: ";").compactMap { Self.socket($0) }
    }

    /// The session bus: from `DBUS_SESSION_BUS_ADDRESS`, otherwise the socket `bus` in `XDG_RUNTIME_DIR`.
    public static var session: DBusAddress {
        if let text = variable("DBUS_SESSION_BUS_ADDRESS") { return DBusAddress(text) }
        return DBusAddress(variable("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" } ?? "")
    }

    /// The system bus: from `DBUS_SYSTEM_BUS_ADDRESS`, otherwise at the standard address.
    public static var system: DBusAddress {
        DBusAddress(variable("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket")
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func socket(_ text: Substring) -> [UInt8]? {
        guard text.hasPrefix("unix:") else { return nil }
        for pair in text.dropFirst(5).split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let value = unescaped(parts[1]) else { continue }
            switch parts[0] {
            case "path": return value
            case "abstract": return [0] + value
            default: continue
            }
        }
        return nil
    }

    /// Returns the bytes of a value, with escapes such as `%2f` decoded; nil if an escape is invalid.
    private static func unescaped(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard rest.count >= 2, let value = UInt8(digits, radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
