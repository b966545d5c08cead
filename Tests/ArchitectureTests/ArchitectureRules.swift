// SPDX-License-Identifier: Apache-2.0

/// The rules, each a function from a file to its violations of the rule.
enum ArchitectureRules {
    static let licence = "// SPDX-License-Identifier: Apache-2.0"
    static let longestFile = 400
    static let fewestWords = 4
    static let mostWithoutLabel = 2

    /// A module imports only what the table allows; a module missing from the table is a violation.
    static func imports(of file: SourceFile) -> [Violation] {
        guard let module = file.module else { return [] }
        guard let allowed = ModuleTable.allowed[module] else {
            return [file.violation(line: 1, "the module \(module) is not in the table of ModuleTable.swift")]
        }
        let excepted = ModuleTable.exceptions.filter { $0.path == file.path }.map(\.module)
        let all = allowed.union(ModuleTable.language).union(excepted)
        return file.imports.filter { !all.contains($0.module) }.map { found in
            let expected = all.subtracting(ModuleTable.language).sorted().joined(separator: ", ")
            return file.violation(
                line: found.line,
                "\(module) may not import \(found.module), only \(expected.isEmpty ? "nothing" : expected)")
        }
    }

    /// The licence is in the first line, or in the second if a tool requires a different first line.
    static func licence(of file: SourceFile) -> [Violation] {
        let first = file.lines.first ?? ""
        let line = first.hasPrefix("#!") || first.hasPrefix("// swift-tools-version:") ? 2 : 1
        let text = file.lines.count >= line ? file.lines[line - 1] : ""
        let wanted = file.path.hasSuffix(".swift") || file.path.hasSuffix(".h") ? licence : "#" + licence.dropFirst(2)
        return text == wanted ? [] : [file.violation(line: line, "expected '\(wanted)', found '\(text)'")]
    }

    /// An exception from a compiler check is justified in the comment directly above it.
    static func provenExceptions(in file: SourceFile) -> [Violation] {
        file.lines.indices.flatMap { index -> [Violation] in
            let line = file.lines[index]
            guard !isComment(line), index == 0 || !isComment(file.lines[index - 1]) else { return [] }
            return ["@unchecked Sendable", "nonisolated(unsafe)", "try!"].filter { line.contains($0) }.map {
                file.violation(line: index + 1, "'\($0)' without a comment above that proves it")
            }
        }
    }

    /// The number of lines of a file is limited.
    static func length(of file: SourceFile) -> [Violation] {
        // The final newline leaves an empty last piece.
        let count = file.lines.last == "" ? file.lines.count - 1 : file.lines.count
        return count <= longestFile
            ? [] : [file.violation(line: longestFile + 1, "\(count) lines, at most \(longestFile) are allowed")]
    }

    /// A documentation comment has at least four words: a shorter one only repeats the name of the declaration. A word
    /// contains a letter or a digit.
    static func documentation(of file: SourceFile) -> [Violation] {
        let comments = file.lines.indices.split { !isDocumentation(file.lines[$0]) }
        return comments.compactMap { comment in
            let words = file.lines[comment].flatMap { $0.split(separator: " ") }
                .filter { $0.contains { $0.isLetter || $0.isNumber } }
            if words.count >= fewestWords { return nil }
            let text = words.joined(separator: " ")
            return file.violation(
                line: comment.lowerBound + 1, "a comment of \(words.count) words, at least \(fewestWords): '\(text)'")
        }
    }

    /// A file is named after a type it declares or, as `Type+Topic.swift`, after a type it extends. A file without
    /// types or extensions contains only functions, and may have any name.
    static func name(of file: SourceFile) -> [Violation] {
        let name = file.path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
        let declarations = file.lines.compactMap(declaration)
        let wanted = name.prefix { $0 != "+" }
        let isExtension = wanted.count < name.count
        let isRight = declarations.contains {
            (!isExtension || $0.keyword == "extension")
                && ($0.type.filter { $0 != "." } == wanted || $0.type.split(separator: ".").last == wanted)
        }
        if declarations.isEmpty || isRight { return [] }
        let verb = isExtension ? "extend" : "declare or extend"
        return [file.violation(line: 1, "a file of this name should \(verb) \(wanted)")]
    }

    /// Extension members used by several files are in a file named after the extended type, or in a file that declares
    /// it. A nested type counts as a part of its outer type. Members used by only one file may be in that file, and a
    /// file that declares a protocol may list the conforming types.
    static func extensions(in file: SourceFile) -> [Violation] {
        let name = (file.path.split(separator: "/").last ?? "").prefix { $0 != "+" && $0 != "." }
        let declared = Set(file.lines.compactMap(declaration).filter { $0.keyword != "extension" }.map { $0.type })
        return file.lines.indices.compactMap { index -> Violation? in
            let line = file.lines[index]
            guard let found = declaration(line), found.keyword == "extension" else { return nil }
            let types = found.type.split(separator: ".")
            if types.contains(name) || types.joined() == name || types.contains(where: declared.contains) { return nil }
            let head = line.split(separator: " ").prefix { $0 != "where" && !$0.hasPrefix("{") }
            let body = file.lines[(index + 1)...].prefix { !line.hasSuffix("}") && $0 != "}" }
            let isForeign = head.last.map { !declared.contains($0) } ?? false
            let conforms = head.contains { $0.hasSuffix(":") } && (isForeign || !line.hasSuffix("}"))
            guard conforms || body.contains(where: isShared) else { return nil }
            return file.violation(
                line: index + 1, "an extension for several files belongs in a file that is named after its type")
        }
    }

    /// From the third on, parameters have labels: three unlabelled values in a row are unclear at a call site. Trailing
    /// closures show no label, but their parameters have one, for calls that pass a function by name.
    static func labels(of file: SourceFile) -> [Violation] {
        Signature.all(in: file).flatMap { signature -> [Violation] in
            signature.parameters.dropFirst(mostWithoutLabel).filter { $0.label == nil }.map { parameter in
                let names = "'\(parameter.name)' of '\(signature.name)'"
                return file.violation(line: parameter.line, "\(names) has no label: only two parameters may have none")
            }
        }
    }

    /// The type declaration or extension that begins on a line.
    private static func declaration(_ line: Substring) -> (keyword: Substring, type: Substring)? {
        guard line.first?.isLetter == true || line.first == "@" else { return nil }
        let words = line.split(separator: " ")
        let keywords: Set<Substring> = ["actor", "class", "enum", "extension", "protocol", "struct", "typealias"]
        guard let place = words.firstIndex(where: keywords.contains), place + 1 < words.count else { return nil }
        return (words[place], words[place + 1].prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
    }

    /// Whether a line directly in an extension declares a member visible to other files.
    private static func isShared(_ line: Substring) -> Bool {
        guard line.hasPrefix("    "), let first = line.dropFirst(4).first, first.isLetter || first == "@" else {
            return false
        }
        let keywords: Set<Substring> = [
            "actor", "class", "enum", "func", "init", "let", "protocol", "struct", "subscript", "typealias", "var",
        ]
        let words = line.split { !$0.isLetter }
        let modifiers = words.prefix { !keywords.contains($0) }
        return modifiers.count < words.count && !modifiers.contains("private") && !modifiers.contains("fileprivate")
    }

    /// Strict memory safety is set for exactly the modules at the C edge.
    static func strictMemorySafety(in manifest: SourceFile, edge: Set<String>) -> [Violation] {
        var target = ""
        var targets: [String] = []
        var violations: [Violation] = []
        for (index, line) in manifest.lines.enumerated() where !isComment(line) {
            if let name = line.firstMatch(of: #/name: "(\w+)"/#) { target = String(name.1) }
            guard line.contains(".strictMemorySafety()") else { continue }
            targets.append(target)
            if !edge.contains(target) {
                let names = edge.sorted().joined(separator: ", ")
                violations.append(
                    manifest.violation(line: index + 1, "strict memory safety is for \(names), not for '\(target)'"))
            }
        }
        for module in edge.subtracting(targets).sorted() {
            violations.append(manifest.violation(line: 1, "the target \(module) is without .strictMemorySafety()"))
        }
        return violations
    }

    /// Options and shell syntax appear only in the program that displays a library's messages.
    static func options(in file: SourceFile) -> [Violation] {
        // Stored, because a regex literal is recompiled at each evaluation, which takes longer than matching a line.
        let options = #/--[a-z\\][\w-]*|[ ']-[A-Z] |in a shell/#
        return file.lines.enumerated().compactMap { index, line in
            guard !isComment(line), let found = line.firstMatch(of: options) else { return nil }
            return file.violation(line: index + 1, "a library names '\(found.output)'")
        }
    }

    /// Files are opened, flushed and truncated in one module, which documents the guarantees. Folders and the null
    /// device may be opened anywhere.
    static func fileCalls(in file: SourceFile) -> [Violation] {
        let calls = #/\bO_(?:RDONLY|WRONLY|RDWR)\b|\b(?:pread|pwrite|fsync|fdatasync|ftruncate|fopen)\(/#
        return file.lines.enumerated().compactMap { index, line in
            guard !isComment(line), !line.contains("O_DIRECTORY"), !line.contains("/dev/null"),
                let found = line.firstMatch(of: calls)
            else { return nil }
            return file.violation(line: index + 1, "'\(found.output)' outside HometaskSystem: use WholeFile")
        }
    }

    private static func isDocumentation(_ line: Substring) -> Bool {
        line.drop { $0 == " " }.hasPrefix("///")
    }

    private static func isComment(_ line: Substring) -> Bool {
        line.drop { $0 == " " }.hasPrefix("//")
    }
}
