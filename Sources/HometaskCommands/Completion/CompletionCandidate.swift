// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal

/// A word that may stand on a command line, with what is told of it where a shell shows that.
struct CompletionCandidate: Hashable {
    let value: String
    let summary: String
    /// What is typed to get it, where that is not how it stands on the command line: a name that a query has in quotes.
    let typed: String

    init(_ value: String, _ summary: String = "", typed: String? = nil) {
        self.value = value
        self.summary = summary
        self.typed = typed ?? value
    }

    /// The line for zsh and fish.
    var line: String { summary.isEmpty ? value : "\(value)\t\(EscapedText.safe(summary))" }
}
