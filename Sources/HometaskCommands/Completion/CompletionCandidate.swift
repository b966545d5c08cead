// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal

/// A candidate for a word of a command line, with a summary for shells that show one.
struct CompletionCandidate: Hashable {
    let value: String
    let summary: String
    /// The replacement text if it differs from the displayed value, such as a name that a query puts in quotes.
    let typed: String

    init(_ value: String, _ summary: String = "", typed: String? = nil) {
        self.value = value
        self.summary = summary
        self.typed = typed ?? value
    }

    /// The line for zsh and fish.
    var line: String { summary.isEmpty ? value : "\(value)\t\(EscapedText.safe(summary))" }
}
