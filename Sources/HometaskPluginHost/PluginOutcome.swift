// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The result of a request to a plugin.
public struct PluginOutcome: Sendable {
    /// The members of the answer, which has the form that the protocol requires.
    public let result: JSONObject
    /// Warnings for the user about faults while the plugin ended.
    public let warnings: [String]
}
