// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// A search for pins, with a sort order.
public struct PinSearch: Hashable, Sendable {
    /// The sort order of pins.
    public enum Order: Hashable, Sendable {
        /// By name, ignoring letter case.
        case name
        /// By creation time, newest first.
        case age
        /// By distance from the centre, nearest first; pins without coordinates are left out.
        case distance
    }

    /// Words that must all occur in the name, the address or the labels, in any letter case.
    public var words: [String]
    /// Labels that a pin must have, all of them.
    public var labels: [String]
    /// The point from which distances are measured.
    public var center: Coordinates?
    /// The maximum distance of a pin from the centre, in metres; pins without coordinates are then left out.
    public var radius: Double?
    /// The sort order: by distance if there is a centre, otherwise by name.
    public var order: Order
    /// Whether only pins in the trash are shown.
    public var isTrash: Bool

    /// Creates a search, by default for all pins that are not in the trash. Converts `words` to lower case.
    public init(
        words: [String] = [], labels: [String] = [], center: Coordinates? = nil, radius: Double? = nil,
        isTrash: Bool = false
    ) {
        self.words = words.map { $0.lowercased() }
        self.labels = labels
        self.center = center
        self.radius = radius
        self.isTrash = isTrash
        order = center == nil ? .name : .distance
    }

    /// Returns the matching pins, each with the geodesic from the centre to the pin.
    public func pins(among pins: [PinRecord]) -> [(pin: PinRecord, way: Geodesic?)] {
        let found = pins.filter(matches).map { pin in
            (pin: pin, way: center.flatMap { center in pin.coordinates.map { Geodesic(from: center, to: $0) } })
        }
        let near = found.filter { item in
            guard radius != nil || order == .distance else { return true }
            return item.way.map { $0.length <= radius ?? .infinity } ?? false
        }
        return near.sorted { left, right in
            switch order {
            case .name: Self.byName(left.pin, right.pin)
            case .age:
                left.pin.createdAt == right.pin.createdAt
                    ? Self.byName(left.pin, right.pin)
                    : left.pin.createdAt?.seconds ?? .min > right.pin.createdAt?.seconds ?? .min
            case .distance: (left.way?.length ?? 0, left.pin.id) < (right.way?.length ?? 0, right.pin.id)
            }
        }
    }

    private static func byName(_ left: PinRecord, _ right: PinRecord) -> Bool {
        (left.name.lowercased(), left.id) < (right.name.lowercased(), right.id)
    }

    private func matches(_ pin: PinRecord) -> Bool {
        guard pin.isDeleted == isTrash else { return false }
        let present = Set(pin.labels.map { ExactString($0) })
        guard labels.allSatisfy({ present.contains(ExactString($0)) }) else { return false }
        if words.isEmpty { return true }
        let texts = [pin.name] + TextField.all(of: .pin).compactMap { pin.texts[$0.key] } + pin.labels
        let text = texts.joined(separator: "\n").lowercased()
        return words.allSatisfy { text.contains(run: $0) }
    }
}
