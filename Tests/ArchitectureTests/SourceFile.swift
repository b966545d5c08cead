// SPDX-License-Identifier: Apache-2.0

/// A text file of the package, as checked by the architecture rules.
struct SourceFile: Sendable {
    /// The path from the package's folder, such as `Sources/HometaskGit/Repository/Call.swift`.
    let path: String
    let lines: [Substring]
    /// Every import of the file, in order.
    let imports: [Import]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        imports = lines.enumerated().compactMap { index, line in Import(line: line, number: index + 1) }
    }

    /// The file's module: its folder in `Sources`, or one listed elsewhere; nil if it has none.
    var module: String? {
        let parts = path.split(separator: "/")
        if let found = ModuleTable.elsewhere.first(where: { path.hasPrefix($0.value + "/") }) { return found.key }
        return parts.first == "Sources" && parts.count > 2 ? String(parts[1]) : nil
    }

    /// A violation at one line of this file, counted from 1.
    func violation(line: Int, _ message: String) -> Violation {
        Violation(path: path, line: line, message: message)
    }
}

/// A place where a rule is violated.
struct Violation: CustomStringConvertible, Sendable {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}
