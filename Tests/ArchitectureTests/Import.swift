// SPDX-License-Identifier: Apache-2.0

/// One import line: `import struct Glibc.stat` imports `Glibc`.
struct Import: Sendable {
    /// The import's line in the file, counted from 1.
    let line: Int
    let module: String
    let isExported: Bool

    private static let access: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    private static let kinds: Set<Substring> = [
        "typealias", "struct", "class", "enum", "protocol", "let", "var", "func",
    ]

    /// Nil if the line is not an import.
    init?(line text: Substring, number: Int) {
        var words = text.split(separator: " ")[...]
        let attributes = words.prefix { $0.hasPrefix("@") }
        words = words.dropFirst(attributes.count)
        if let word = words.first, Self.access.contains(word) { words.removeFirst() }
        guard words.popFirst() == "import" else { return nil }
        if let word = words.first, Self.kinds.contains(word) { words.removeFirst() }
        guard let path = words.popFirst(), let name = path.split(separator: ".").first,
            words.isEmpty || words.first?.hasPrefix("//") == true
        else { return nil }
        line = number
        module = String(name)
        isExported = attributes.contains("@_exported")
    }
}
