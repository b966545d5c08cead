// SPDX-License-Identifier: Apache-2.0

/// Scripts of the page as one script.
///
/// On a slow line, each file that a page begins with costs a round trip, and most of them a new connection as well; and
/// scripts compressed together are smaller than each by itself. The files stay ECMAScript modules of their own (ECMA-262,
/// section 16.2). In a bundle each becomes a function that returns its exports, and what is sent as its file passes these
/// on, so other scripts import the very same functions and state.
///
/// This takes less than the language allows:
/// - a module imports names only, each statement on a line of its own, and only from modules before it in the bundle or of
///   a bundle that has run before;
/// - it exports functions, classes and constants where it declares them, at the beginning of a line;
/// - an export never changes its value, since whoever imports it has a copy.
struct ScriptBundle {
    /// The source text of the bundle: the modules in the order in which they were given.
    let text: String
    /// What is sent as the file of each script that exports something, by name; that of the last one is the bundle, if it is
    /// sent as that.
    let files: [String: String]

    /// A bundle of scripts.
    ///
    /// - Parameters:
    ///   - scripts: their names, without `.js`, and what is in them; each one after those that it imports.
    ///   - isFile: whether the bundle is sent as the file of its last script; otherwise a document has it in it, before
    ///     any other script can run.
    init(_ scripts: [(name: String, text: String)], isFile: Bool = false) {
        var files: [String: String] = [:]
        let last = scripts.last?.name ?? ""
        let beginning = isFile ? "import \"/\(last).js\";\n" : ""
        let modules = scripts.map { name, text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let exports = lines.compactMap(Self.exportedName).joined(separator: ", ")
            let place = "\(Self.place)[\"/\(name).js\"]"
            // Each of these files is compressed by itself, so what is in it is short.
            if !exports.isEmpty {
                files[name] = "\(beginning)export const { \(exports) } = \(Self.name)[\"/\(name).js\"];\n"
            }
            let body = lines.map(Self.bundled).filter { !$0.isEmpty }.joined(separator: "\n")
            return "\(place) = (() => {\n\(body)\nreturn { \(exports) };\n})();"
        }
        self.text = "\(Self.place) ??= {};\n" + modules.joined(separator: "\n")
        if isFile { files[last] = self.text + "\n" + (files[last] ?? "").dropFirst(beginning.count) }
        self.files = files
    }

    /// Where the exports of all bundles' modules are, by the paths of their files.
    private static let place = "globalThis.\(name)"
    private static let name = "modules"

    /// A line of a module as it stands in the bundle.
    private static func bundled(_ line: Substring) -> String {
        if let (names, path) = imported(line) {
            return "const {\(names.split(separator: " as ").joined(separator: ": "))} = \(place)[\(path)];"
        }
        return String(exportedName(line) == nil ? line : line.dropFirst("export ".count))
    }

    /// The names that a line imports, and the path from which, in its quotes; nil if it imports nothing.
    private static func imported(_ line: Substring) -> (names: Substring, path: Substring)? {
        guard line.hasPrefix("import {"), let end = line.firstIndex(of: "}") else { return nil }
        let path = line[end...].dropFirst("} from ".count).prefix { $0 != ";" }
        return (line[..<end].dropFirst("import {".count), path)
    }

    /// The name of the function, class or constant that a line exports; nil if it exports nothing.
    private static func exportedName(_ line: Substring) -> Substring? {
        guard line.hasPrefix("export ") else { return nil }
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
        return words.dropFirst().first { !["async", "function", "class", "const"].contains($0) }
    }
}
