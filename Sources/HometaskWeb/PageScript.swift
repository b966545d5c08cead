// SPDX-License-Identifier: Apache-2.0

/// A script of the page.
enum PageScript {
    /// A script as phones get it: without its comments, which are a fifth of its weight, and without its indentation, which is
    /// a fiftieth. Comments are those that have lines of their own, `//` or `/** … */`; each line stays, empty, so that errors
    /// name the lines of the source. No script has a text of several lines, whose indentation would count.
    static func sent(_ source: [UInt8]) -> [UInt8] {
        var isComment = false
        let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            let text = line.drop { $0 == UInt8(ascii: " ") }
            let begins = !isComment && text.starts(with: "/**".utf8)
            if begins { isComment = true }
            let isDropped = isComment || text.starts(with: "//".utf8)
            if isComment, text.suffix(2).elementsEqual("*/".utf8) { isComment = false }
            return isDropped ? [] : text
        }
        return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }
}
