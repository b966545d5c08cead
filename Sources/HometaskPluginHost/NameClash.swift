// SPDX-License-Identifier: Apache-2.0

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
