// SPDX-License-Identifier: Apache-2.0

/// Several scripts of the page, bundled into one.
///
/// On a slow line, each file loaded at the start costs a round trip, and most cost a new connection as well; scripts
/// also compress better together. The sources stay separate ECMAScript modules (ECMA-262, section 16.2). In a bundle,
/// each becomes a function that returns its exports. Its served file re-exports these, so that other scripts import the
/// same functions and state.
///
/// Only a subset of the module syntax is supported:
/// - named imports only, each statement on a line of its own, from earlier modules of the bundle or from a bundle that
///   has already run;
/// - exports of functions, classes and constants in their declarations, at the beginning of a line;
/// - no export changes its value, since importers hold a copy.
struct ScriptBundle {
    /// The source text of the bundle: the modules in the given order.
    let text: String
    /// The served file of each script with exports, by name. If the bundle is served as a file, it is that of the last
    /// script.
    let files: [String: String]

    /// Bundles scripts into a single text.
    ///
    /// - Parameters:
    ///   - scripts: their names, without `.js`, and their texts; each after its imports.
    ///   - isFile: whether the bundle is served as the file of its last script; otherwise it is inlined in a document,
    ///     and runs before any other script.
    init(_ scripts: [(name: String, text: String)], isFile: Bool = false) {
        var files: [String: String] = [:]
        let last = scripts.last?.name ?? ""
        let beginning = isFile ? "import \"/\(last).js\";\n" : ""
        let modules = scripts.map { name, text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let exports = lines.compactMap(Self.exportedName).joined(separator: ", ")
            let place = "\(Self.place)[\"/\(name).js\"]"
            // These files are compressed separately, so they are kept short.
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

    /// The object with the exports of all bundled modules, by file path.
    private static let place = "globalThis.\(name)"
    private static let name = "modules"

    /// Rewrites a line of a module for the bundle.
    private static func bundled(_ line: Substring) -> String {
        if let (names, path) = imported(line) {
            return "const {\(names.split(separator: " as ").joined(separator: ": "))} = \(place)[\(path)];"
        }
        return String(exportedName(line) == nil ? line : line.dropFirst("export ".count))
    }

    /// Parses the names that a line imports, and the quoted path of their module; nil if it imports nothing.
    private static func imported(_ line: Substring) -> (names: Substring, path: Substring)? {
        guard line.hasPrefix("import {"), let end = line.firstIndex(of: "}") else { return nil }
        let path = line[end...].dropFirst("} from ".count).prefix { $0 != ";" }
        return (line[..<end].dropFirst("import {".count), path)
    }

    /// Returns the name of the function, class or constant that a line exports; nil if it exports nothing.
    private static func exportedName(_ line: Substring) -> Substring? {
        guard line.hasPrefix("export ") else { return nil }
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
        return words.dropFirst().first { !["async", "function", "class", "const"].contains($0) }
    }
}
