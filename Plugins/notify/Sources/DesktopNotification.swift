// SPDX-License-Identifier: Apache-2.0

import HometaskDBus
import HometaskMarkup
import HometaskPlugin

/// A reminder as a notification of the Desktop Notifications Specification (version 1.2).
struct DesktopNotification {
    let delivery: Delivery

    init(_ delivery: Delivery) { self.delivery = delivery }

    private static let service = "org.freedesktop.Notifications"
    private static let object = "/org/freedesktop/Notifications"
    /// The maximum size of a text in bytes.
    private static let longest = 4096

    /// Shows the notification. It replaces the previous notification of the same reminder, if known.
    func show(on address: DBusAddress, _ session: PluginSession) throws {
        do throws(DBusError) {
            let bus = try DBusConnection(address)
            // This call comes first, because it starts the notification service if needed.
            let answer = try bus.call(Self.service, Self.object, interface: Self.service, member: "GetCapabilities")
            let abilities = Set((answer.first?.elements ?? []).compactMap(\.text))
            var shown = ShownNotifications(
                in: session.folder, by: "\(bus.bus) \(try bus.owner(of: Self.service))")
            let body = body(abilities)
            let number = try bus.call(
                Self.service, Self.object, interface: Self.service, member: "Notify",
                body: [
                    .string("hometask"), .uint32(shown.number(of: delivery.id)), .string("appointment-soon"),
                    .string(Self.clean(delivery.title)), .string(body), .array("s", []),
                    .dictionary(["urgency": .byte(1), "category": .string("x-hometask.reminder")]), .int32(-1),
                ]
            ).first?.unsigned
            if let number { shown.keep(UInt32(truncatingIfNeeded: number), for: delivery.id) }
        } catch {
            throw Self.rpcError(for: error)
        }
    }

    /// Returns the text below the title. If the desktop interprets markup, the text is escaped.
    private func body(_ abilities: Set<String>) -> String {
        guard abilities.contains("body") else { return "" }
        let text = Self.clean(delivery.body)
        guard abilities.contains("body-markup") else { return text }
        // ‘Markup’ is not used: desktops know only a few references. GNOME shows ‘&#39;’ literally.
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns a string without control characters, except tabs and line feeds, truncated to the maximum length.
    private static func clean(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        var bytes = 0
        for scalar in text.unicodeScalars
        where scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control {
            bytes += UTF8.width(scalar)
            if bytes > longest { break }
            kept.append(scalar)
        }
        return String(kept)
    }

    private static func rpcError(for error: DBusError) -> RPCError {
        if error.name == "org.freedesktop.DBus.Error.ServiceUnknown" {
            return RPCError(.unavailable, "this desktop has no notification service")
        }
        return RPCError(
            .unavailable, "no notification can be shown: \(error)",
            hint: "Notifications need the session of a desktop: DBUS_SESSION_BUS_ADDRESS names its bus.")
    }
}
