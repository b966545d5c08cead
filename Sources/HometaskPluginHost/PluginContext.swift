// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The data about the family that a plugin receives in `initialize`.
public struct PluginContext: Sendable {
    /// The members `family`, `member` and `device` of `initialize`, as far as they are known.
    public var members: JSONObject
    /// The time that the plugin is given as the current one.
    public var now: Timestamp

    /// Creates a context from members that are sent unchanged.
    public init(members: JSONObject, now: Timestamp) {
        self.members = members
        self.now = now
    }
}
