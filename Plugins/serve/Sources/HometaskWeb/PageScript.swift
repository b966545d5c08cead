// SPDX-License-Identifier: Apache-2.0

/// A script of the page as it is sent.
enum PageScript {
    /// The script without the lines that consist of a comment: those that begin with `//`, and those from `/*` at the
    /// start of a line to `*/` at the end of one. They are a fifth of what a phone would load. A line of a text over
    /// several lines must not begin so.
    static func withoutComments(_ script: [UInt8]) -> [UInt8] {
        var isInside = false
        let lines = String(decoding: script, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let kept = lines.filter { line in
            let text = line.drop { $0 == " " }
            if !isInside, !text.hasPrefix("/*") { return !text.hasPrefix("//") }
            isInside = !text.hasSuffix("*/")
            return false
        }
        return Array(kept.joined(separator: "\n").utf8)
    }
}
