// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Writes a source file with the messages of each language, which is compiled into the module HometaskWeb.
///
///     LanguageEmbedder OUTPUT FILE...
///
/// Each file becomes a string literal. The arrays of bytes that `.embedInCode` makes of the same files take seconds to
/// compile.
@main
enum LanguageEmbedder {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 2 else { fatalError("usage: LanguageEmbedder OUTPUT FILE...") }
        let lines = try arguments[2...].map { path in
            let name = path.split(separator: "/").last ?? ""
            let code = String(name.dropLast(".json".count))
            let text = try String(contentsOfFile: path, encoding: .utf8)
            return "        (\(String(reflecting: code)), \(String(reflecting: text))),\n"
        }
        let source = """
            extension PageLanguages {
                static let texts: [(code: String, text: String)] = [
            \(lines.joined())    ]
            }

            """
        try source.write(toFile: arguments[1], atomically: true, encoding: .utf8)
    }
}
