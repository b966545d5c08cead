// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskSystem

/// The ids that the desktop assigned to notifications, in a file in the plugin's folder. They are valid as long as the
/// notification service runs. A restarted service counts from the beginning, so an old id could belong to another
/// program's notification.
struct ShownNotifications {
    private let path: String?
    private let server: String
    private var numbers: [(id: String, number: UInt32)] = []

    /// The maximum number of notifications kept.
    private static let most = 100
    private static let limits = JSONLimits(bytes: 64 << 10, depth: 4)

    /// Reads the notifications that a service has shown; `server` identifies the service.
    init(in folder: String?, by server: String) {
        path = folder.map { "\($0)/shown.json" }
        self.server = server
        guard let path, let bytes = try? WholeFile.read(path, limit: Self.limits.bytes),
            let object = try? JSONObject.parse(bytes, limits: Self.limits),
            object["server"]?.stringValue == server
        else { return }
        for entry in object["shown"]?.arrayValue ?? [] {
            guard let id = entry["id"]?.stringValue,
                let number = entry["number"]?.intValue.flatMap(UInt32.init(exactly:))
            else { continue }
            numbers.append((id, number))
        }
    }

    /// Returns the id of a reminder's notification; if there is none, zero, which replaces nothing.
    func number(of id: String) -> UInt32 { numbers.last { $0.id == id }?.number ?? 0 }

    /// Stores the id of a reminder's notification. If the file cannot be written, the next notification does not
    /// replace this one.
    mutating func keep(_ number: UInt32, for id: String) {
        guard id.utf8.count <= 100 else { return }
        numbers.removeAll { $0.id == id || $0.number == number }
        numbers.append((id, number))
        numbers = numbers.suffix(Self.most)
        let shown = numbers.map { JSON.object(["id": .string($0.id), "number": .number(JSONNumber(Int($0.number)))]) }
        let object: JSONObject = ["server": .string(server), "shown": .array(shown)]
        if let path { try? WholeFile.replace(path, with: object.compactBytes(), mode: 0o600, durably: false) }
    }
}
