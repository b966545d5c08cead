// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The form of addresses on a plugin's channel, as far as the plugin declares it.
public struct PluginAddress: Hashable, Sendable {
    /// Whether a channel takes an address.
    public enum Use: String, Sendable {
        /// No address; a given address is refused.
        case none
        /// An address may be given.
        case optional
        /// An address is required.
        case required
    }

    /// Whether an address is required, optional or refused.
    public var use: Use
    /// A valid address, for hints.
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
