// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskPluginProtocol

extension PluginHost {
    /// Returns the names of a plugin's offers that hometask itself, or another plugin on this machine, also uses.
    ///
    /// - Parameter known: all plugins on this machine.
    public func clashes(of manifest: PluginManifest, among known: [KnownPlugin]) -> [NameClash] {
        let own = ownNames()
        var clashes: [NameClash] = []
        for (member, names) in manifest.offers.named {
            for name in names where own[member]?.contains(name) ?? false {
                clashes.append(NameClash(member: member, name: name, other: nil, isOtherEnabled: true, winner: .other))
            }
            // All searches for places are used, regardless of their names.
            if member == "places" { continue }
            for other in known where other.id != manifest.id {
                let taken = other.manifest?.offers.named.first { $0.member == member }?.names ?? []
                for name in names where taken.contains(name) {
                    clashes.append(
                        NameClash(
                            member: member, name: name, other: other.id, isOtherEnabled: other.state == .enabled,
                            winner: winner(member, manifest.id, other: other.id)))
                }
            }
        }
        return clashes + fieldClashes(of: manifest, among: known, own: own)
    }

    /// Returns the fields whose name is also used by another plugin's field or by hometask itself.
    private func fieldClashes(
        of manifest: PluginManifest, among known: [KnownPlugin], own: [String: Set<String>]
    ) -> [NameClash] {
        var clashes: [NameClash] = []
        for (kind, fields) in manifest.offers.fields.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let others = known.filter { $0.id != manifest.id }.map { other in
                (other, Set((other.manifest?.offers.fields[kind] ?? [:]).keys.map { $0.string.lowercased() }))
            }
            for name in fields.keys.map(\.string) {
                let word = name.lowercased()
                func clash(_ other: KnownPlugin?, _ winner: NameClash.Winner) -> NameClash {
                    NameClash(
                        member: "fields", name: "\(kind.rawValue).\(name)", other: other?.id,
                        isOtherEnabled: other.map { $0.state == .enabled } ?? true, winner: winner)
                }
                if own["fields/\(kind.rawValue)"]?.contains(word) ?? false { clashes.append(clash(nil, .other)) }
                clashes += others.filter { $0.1.contains(word) }.map { clash($0.0, .neither) }
            }
        }
        return clashes
    }

    /// Returns the plugin whose offer ``offering(_:_:)`` finds first: bundled plugins come first, then other plugins by
    /// id.
    private func winner(_ member: String, _ id: String, other: String) -> NameClash.Winner {
        let place = bundled.firstIndex { $0.id == id } ?? bundled.count
        let otherPlace = bundled.firstIndex { $0.id == other } ?? bundled.count
        let isFirst = place == otherPlace ? id < other : place < otherPlace
        if ["positions", "photos", "cameras"].contains(member) { return isFirst ? .both : .bothOtherFirst }
        return isFirst ? .this : .other
    }
}

/// The name of a plugin's offer that is also used elsewhere for the same kind of offer.
public struct NameClash: Hashable, Sendable {
    /// The provider whose offer is used if both are enabled.
    public enum Winner: Hashable, Sendable {
        /// The plugin that was examined.
        case this
        /// The other plugin, or hometask itself.
        case other
        /// Both are used, this plugin first.
        case both
        /// Both are used, this plugin second.
        case bothOtherFirst
        /// Neither: the name alone is ambiguous and refused.
        case neither
    }

    /// The kind of offer, by the member of `offers` in `plugin.json`: `commands`.
    public let member: String
    /// The name; for a field, with the kind of its documents: `task.loudness`.
    public let name: String
    /// The id of the other plugin; nil for hometask itself, which always takes precedence.
    public let other: String?
    /// Whether the other plugin may run now.
    public let isOtherEnabled: Bool
    /// The provider whose offer is used if both are enabled.
    public let winner: Winner
}
