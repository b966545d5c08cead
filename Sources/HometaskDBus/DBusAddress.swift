// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Where a bus is (“Server Addresses” of the specification). Of the ways to reach one, sockets of this machine alone
/// are known.
public struct DBusAddress: Hashable, Sendable {
    /// The names of the sockets, in the order in which they are tried; one in the abstract namespace begins with a
    /// zero.
    let sockets: [[UInt8]]

    /// Reads an address such as `unix:path=/run/user/1000/bus;unix:abstract=…`. Parts that name no socket of this
    /// machine are left out; where none is left, no connection can be made.
    public init(_ text: String) {
        sockets = text.split(separator: ";").compactMap { Self.socket($0) }
    }

    /// The bus of the session: by `DBUS_SESSION_BUS_ADDRESS`, or the socket `bus` in `XDG_RUNTIME_DIR`.
    public static var session: DBusAddress {
        if let text = variable("DBUS_SESSION_BUS_ADDRESS") { return DBusAddress(text) }
        return DBusAddress(variable("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" } ?? "")
    }

    /// The bus of the system: by `DBUS_SYSTEM_BUS_ADDRESS`, or where it is everywhere.
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

    /// The bytes of a value, in which others than plain characters stand as `%2f`; nil if it is not one.
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
