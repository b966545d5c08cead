// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginHost
import HometaskPluginProtocol

/// A request to a plugin, and the data that the plugin may access.
struct PluginRequest: Sendable {
    let plugin: UsablePlugin
    let method: String
    var params: JSONObject
    /// The selected tasks; nil for all.
    var chosen: [DocumentID]?
    /// Hides places near home in the documents passed to the plugin; nil if nothing is hidden.
    var redaction: HomeRedaction?
    /// The file to import.
    var source: SourceFile?
    /// The destination of the plugin's output.
    var sink: OutputSink?
    var limits = PluginLimits()
    /// Faults that do not count against the plugin, because its input may cause them.
    var uncounted: Set<PluginFault.Kind> = []
}
