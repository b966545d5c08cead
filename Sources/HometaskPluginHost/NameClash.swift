// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskPluginProtocol

/// A name under which a plugin offers something, and which somebody else has for the same.
public struct NameClash: Hashable, Sendable {
    /// Whose is meant where a name is used and both run.
    public enum Winner: Hashable, Sendable {
        /// The plugin's that was looked at.
        case this
        /// The other plugin's, or that of hometask itself.
        case other
        /// Both are asked, the other one second.
        case both
        /// Both are asked, the other one first.
        case bothOtherFirst
        /// Neither: the name alone is ambiguous and refused.
        case neither
    }

    /// What is offered, by the member of `offers` in `plugin.json`: `commands`.
    public let member: String
    /// The name; of a field with the kind of its documents in front, `task.loudness`.
    public let name: String
    /// The id of the other plugin; nil if it is hometask itself, which always wins.
    public let other: String?
    /// Whether the other plugin may run now.
    public let isOtherEnabled: Bool
    /// Whose is meant where the name is used and both run.
    public let winner: Winner
}

extension PluginHost {
    /// The names that a plugin offers something under and that hometask itself, or another plugin on this machine, has
    /// too.
    ///
    /// - Parameter known: all plugins on this machine.
    public func clashes(of manifest: PluginManifest, among known: [KnownPlugin]) -> [NameClash] {
        let own = ownNames()
        var clashes: [NameClash] = []
        for (member, names) in manifest.offers.named {
            for name in names where own[member]?.contains(name) ?? false {
                clashes.append(NameClash(member: member, name: name, other: nil, isOtherEnabled: true, winner: .other))
            }
            // All that look for places are asked, whatever they are called.
            if member == "places" { continue }
            for other in known where other.id != manifest.id {
                let taken = other.manifest?.offers.named.first { $0.member == member }?.names ?? []
                for name in names where taken.contains(name) {
                    clashes.append(
                        NameClash(
                            member: member, name: name, other: other.id, isOtherEnabled: other.state == .enabled,
                            winner: winner(member, manifest.id, other.id)))
                }
            }
        }
        return clashes + fieldClashes(of: manifest, among: known, own)
    }

    /// The fields that are called by a name alone as one of another plugin is, or as hometask calls something itself.
    private func fieldClashes(
        of manifest: PluginManifest, among known: [KnownPlugin], _ own: [String: Set<String>]
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

    /// Whose offer is found first, as ``offering(_:_:)`` looks: the bundled ones', then by id.
    private func winner(_ member: String, _ id: String, _ other: String) -> NameClash.Winner {
        let place = bundled.firstIndex { $0.id == id } ?? bundled.count
        let otherPlace = bundled.firstIndex { $0.id == other } ?? bundled.count
        let isFirst = place == otherPlace ? id < other : place < otherPlace
        if ["positions", "photos", "cameras"].contains(member) { return isFirst ? .both : .bothOtherFirst }
        return isFirst ? .this : .other
    }
}
