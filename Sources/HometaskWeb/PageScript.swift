// SPDX-License-Identifier: Apache-2.0

/// A script of the page.
enum PageScript {
    /// Returns the script as sent to phones: without comments, which are a fifth of its size, and without indentation,
    /// a fiftieth. Only comments on lines of their own are removed, `//` or `/** … */`; each leaves an empty line, so
    /// that errors report the line numbers of the source. No script has a multi-line string, whose indentation would be
    /// significant.
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
