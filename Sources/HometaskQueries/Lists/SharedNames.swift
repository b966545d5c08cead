// SPDX-License-Identifier: Apache-2.0

/// The names that several things have; case does not matter.
public struct SharedNames: Sendable {
    private var counts: [String: Int] = [:]

    /// Counts the names of some things, each of which is requested once.
    public init<Things: Sequence>(of things: Things, name: (Things.Element) -> String) {
        for thing in things { counts[name(thing).lowercased(), default: 0] += 1 }
    }

    /// Whether several of the things have a name.
    public func contains(_ name: String) -> Bool { counts[name.lowercased(), default: 0] > 1 }
}
