// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// A part of an import that was left out, with the reason.
public struct SkippedImport: Hashable, Sendable {
    /// The line of the file, counted from 1, if the plugin reported it.
    public let line: Int?
    /// The plugin's term for the part, otherwise its kind and title.
    public let label: String
    /// Why the part was left out.
    public internal(set) var reason: String
    /// The number of other documents that were imported without their reference to this part.
    public internal(set) var missed = 0

    /// A sentence about the part and the reason.
    public var message: String {
        let others = missed == 1 ? "; 1 other is imported without it" : "; \(missed) others are imported without it"
        return "\(label) was left out: \(reason)" + (missed == 0 ? "" : others)
    }

    init(_ json: JSON, because reason: String) {
        line = Proposal.line(json)
        label = Proposal.item(json) ?? "a change"
        self.reason = reason
    }

    init(_ proposal: Proposal, because reason: String) {
        line = proposal.line
        label = proposal.label
        self.reason = reason
    }
}
