// SPDX-License-Identifier: Apache-2.0

/// The names shared by several things, ignoring case.
public struct SharedNames: Sendable {
    private var counts: [String: Int] = [:]

    /// Counts the names of some things, calling `name` once for each.
    public init<Things: Sequence>(of things: Things, name: (Things.Element) -> String) {
        for thing in things { counts[name(thing).lowercased(), default: 0] += 1 }
    }

    /// Whether several things share a name.
    public func contains(_ name: String) -> Bool { counts[name.lowercased(), default: 0] > 1 }
}
