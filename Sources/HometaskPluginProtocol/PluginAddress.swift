// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// What an address on a plugin's channel is like, as far as the plugin says.
public struct PluginAddress: Hashable, Sendable {
    /// Whether a channel takes an address.
    public enum Use: String, Sendable {
        /// It takes none, and refuses one.
        case none
        /// It takes one, and does without.
        case optional
        /// An address is required.
        case required
    }

    /// Whether there is one.
    public var use: Use
    /// One that is right, for hints.
    public var example: String?
    let pattern: PluginPattern?

    /// No address at all.
    public static let none = PluginAddress(["use": "none"])

    /// An address from the member `address` of an offer.
    init(_ object: JSONObject) {
        use = object["use"]?.stringValue.flatMap { Use(rawValue: $0) } ?? .optional
        example = object["example"]?.stringValue
        pattern = object.pattern
    }

    /// Whether an address is valid for this channel; nil means no address.
    public func accepts(_ address: String?) -> Bool {
        guard let address else { return use != .required }
        return use != .none && pattern?.occurs(in: address) ?? true
    }
}
