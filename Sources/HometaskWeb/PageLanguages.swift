// SPDX-License-Identifier: Apache-2.0

import HometaskKit

/// The languages of the page, and their messages.
public enum PageLanguages {
    /// The file of each language, by its code (RFC 5646): a JSON object whose keys are the English messages. A value is
    /// a string, or one string per plural category of the language (CLDR): `{"one": "…", "other": "…"}`. `engine` has
    /// the sentences of the engine (``EngineSentences``), `noscript` the HTML for browsers without scripts, and
    /// `server` the messages that only the server writes.
    ///
    /// Read from `Page/languages`, sorted by code.
    public static let files: [(code: String, bytes: [UInt8])] = PageSource.files.keys.sorted().compactMap { path in
        guard path.hasPrefix(folder) else { return nil }
        return (String(path.dropFirst(folder.count).dropLast(".json".count)), PageSource.bytes(path))
    }

    private static let folder = "languages/"

    /// The files without the `server` messages, which phones do not need.
    static let sent: [(code: String, bytes: [UInt8])] = files.map { code, bytes in
        var isLeftOut = false
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { line in
            let begins = line == " \"server\": {"
            defer { isLeftOut = (isLeftOut || begins) && line != " }," }
            return !isLeftOut && !begins
        }
        return (code, Array(lines.joined(separator: "\n").utf8))
    }

    /// A paragraph in HTML for each language, for browsers without scripts.
    static let paragraphs = files.compactMap { paragraph(code: $0.code, bytes: $0.bytes) }.joined(separator: "\n")

    /// Returns the `noscript` paragraph of a file; nil if it has none.
    private static func paragraph(code: String, bytes: [UInt8]) -> String? {
        let text = (try? JSONObject.parse(bytes))?["noscript"]?.stringValue
        return text.map { "<p lang=\"\(code)\">\($0)</p>" }
    }
}
