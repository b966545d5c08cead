// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Which pins are shown, and in which order.
public struct PinSearch: Hashable, Sendable {
    /// Words that must all occur in the name, the address or the labels, whatever their case.
    public var words: [String]
    /// Labels that a pin must all have.
    public var labels: [String]
    /// The point to measure from; the nearest pins come first then, and pins without coordinates are left out.
    public var center: Coordinates?
    /// How far a pin may be from the centre, in metres.
    public var radius: Double?
    /// Whether pins in the trash are shown, and only those.
    public var isTrash: Bool

    /// A search.
    public init(
        words: [String] = [], labels: [String] = [], center: Coordinates? = nil, radius: Double? = nil,
        isTrash: Bool = false
    ) {
        self.words = words.map { $0.lowercased() }
        self.labels = labels
        self.center = center
        self.radius = radius
        self.isTrash = isTrash
    }

    /// The pins that are shown, each with its distance from the centre in metres.
    public func pins(among pins: [PinRecord]) -> [(pin: PinRecord, distance: Double?)] {
        let matching = pins.filter(matches)
        guard let center else {
            return matching.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
                .map { (pin: $0, distance: nil) }
        }
        return matching.compactMap { pin in pin.coordinates.map { (pin: pin, distance: center.distance(to: $0)) } }
            .filter { $0.distance <= radius ?? .infinity }
            .sorted { ($0.distance, $0.pin.id) < ($1.distance, $1.pin.id) }
            .map { (pin: $0.pin, distance: $0.distance) }
    }

    private func matches(_ pin: PinRecord) -> Bool {
        guard pin.isDeleted == isTrash else { return false }
        let present = Set(pin.labels.map { ExactString($0) })
        guard labels.allSatisfy({ present.contains(ExactString($0)) }) else { return false }
        if words.isEmpty { return true }
        let text = ([pin.name, pin.address ?? ""] + pin.labels).joined(separator: "\n").lowercased()
        return words.allSatisfy { text.contains($0) }
    }
}
