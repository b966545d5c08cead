// SPDX-License-Identifier: Apache-2.0

import HometaskPluginProtocol

/// Counts the messages of a plugin. Each message restarts the time limit for silence, so without a maximum a plugin
/// could delay a command forever.
struct MessageBudget {
    private let limits: PluginLimits
    private var notes = 0
    private var requests = 0
    private var steps = 0
    private var pieces = 0

    init(_ limits: PluginLimits) {
        self.limits = limits
    }

    /// Counts a message.
    ///
    /// - Throws: `PluginFault` (`flood`) if the message exceeds the maximum.
    mutating func count(_ message: RPCMessage) throws(PluginFault) {
        switch message {
        case .response, .failure: return
        case .request:
            try Self.count(&requests, limits.requests, words: "sent requests more than")
        case .notification(PluginMethod.output, _), .notification(PluginMethod.changes, _):
            try Self.count(&pieces, limits.pieces, words: "sent output or changes more than")
        case .notification(PluginMethod.progress, _):
            try Self.count(&steps, limits.requests, words: "reported its progress more than")
        case .notification:
            try Self.count(&notes, limits.notes, words: "sent log lines and unknown notifications more than")
        }
    }

    private static func count(_ count: inout Int, _ limit: Int, words: String) throws(PluginFault) {
        count += 1
        guard count <= limit else { throw PluginFault(.flood, "\(words) \(limit) times") }
    }
}
