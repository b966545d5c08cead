// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginHost

/// A plugin's answer and the changes that it proposes.
struct PluginReply: Sendable {
    let result: JSONObject
    let proposed: ProposedChanges
    /// The number of documents passed to the plugin with a hidden place.
    let hidden: Int
    /// Whether a text passed to the plugin reveals a place near home.
    let tellsOfHome: Bool
}
