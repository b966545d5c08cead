// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// A part of an import that did not go in, and why.
public struct SkippedImport: Hashable, Sendable {
    /// The line of the file that it comes from, counted from 1, where the plugin told that.
    public let line: Int?
    /// What it is: how the plugin calls it, else its kind and title.
    public let label: String
    /// Why it did not go in.
    public internal(set) var reason: String
    /// The number of other documents that were imported without their reference to it.
    public internal(set) var missed = 0

    /// What happened, in a sentence.
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
