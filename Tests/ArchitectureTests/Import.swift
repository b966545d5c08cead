// SPDX-License-Identifier: Apache-2.0

/// One import line: `import struct Glibc.stat` imports `Glibc`.
struct Import: Sendable {
    /// Counted from 1.
    let line: Int
    let module: String
    let isExported: Bool

    /// Nil where the line imports nothing.
    init?(line text: Substring, number: Int) {
        let pattern =
            #/
            \s* (?<attributes>(@\w+\s+)*) ((public|package|internal|fileprivate|private)\s+)?
            import\s+ ((typealias|struct|class|enum|protocol|let|var|func)\s+)?
            (?<module>\w+) (\.\w+)* \s* (//.*)?
            /#
        guard let match = text.wholeMatch(of: pattern) else { return nil }
        line = number
        module = String(match.module)
        isExported = match.attributes.contains("@_exported")
    }
}
