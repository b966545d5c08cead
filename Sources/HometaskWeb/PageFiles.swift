// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
import HometaskHashing

/// The files of the page for phones.
public struct PageFiles: Sendable {
    /// A file as it is sent.
    public struct File: Sendable {
        /// Its bytes without a content coding (RFC 9110, section 8.4).
        public let bytes: [UInt8]
        /// Its media type, as the field `Content-Type` has it (RFC 9110, section 8.3).
        public let type: String
        /// Its bytes compressed by brotli (RFC 7932), if there are such.
        public let brotli: [UInt8]?

        init(_ bytes: [UInt8], _ type: String, brotli: [UInt8]? = nil) {
            (self.bytes, self.type, self.brotli) = (bytes, type, brotli)
        }
    }

    private let files: [String: File]
    /// The document with the messages of each language, by its code.
    private let documents: [String: File]
    /// A word for all of these files: others have another one.
    public let version: String
    /// The digests of the scripts in the document, as a Content Security Policy names them (CSP Level 3, section 2.3.1,
    /// `hash-source`).
    public static let inlineScripts = [digest(of: inline), digest(of: Array(first.text.utf8))]
    /// The digest of the style sheet in the document, which is also a file, for the plain pages.
    public static let inlineStyle = digest(of: PageSource.bytes("page.css"))

    private static func digest(of bytes: [UInt8]) -> String {
        "sha256-\(Base64URL.encoded(SHA256.digest(bytes)))="
    }

    /// The files with an engine.
    ///
    /// - Parameters:
    ///   - engine: the engine, as WebAssembly.
    ///   - compressed: the same, compressed by brotli; nil if it is not.
    public init(engine: [UInt8], compressed: [UInt8]? = nil) {
        let documents = PageLanguages.sent.map { code, messages in
            (code, File(Self.document(with: messages, in: code), "text/html; charset=utf-8"))
        }
        self.documents = Dictionary(uniqueKeysWithValues: documents)
        var files = [
            "/page.css": File(PageSource.bytes("page.css"), "text/css; charset=utf-8"),
            "/map.css": File(PageSource.bytes("map.css"), "text/css; charset=utf-8"),
            "/manifest.webmanifest": File(PageSource.bytes("manifest.webmanifest"), "application/manifest+json"),
            "/icon.svg": File(PageSource.bytes("icon.svg"), "image/svg+xml"),
            "/engine.wasm": File(engine, "application/wasm", brotli: compressed),
        ]
        files["/"] = self.documents["en"]
        let script = "text/javascript; charset=utf-8"
        for (name, text) in Self.scripts { files["/\(name).js"] = File(Array(text.utf8), script) }
        for (name, bytes) in PageLanguages.sent { files["/languages/\(name).json"] = File(bytes, "application/json") }
        // The document has the style sheet in it. As a file, only the plain pages need it, which are the server's alone.
        let kept = files.keys.filter { $0 != "/page.css" }.sorted()
        let map = MapFiles.all
        files.merge(map) { own, _ in own }
        var worker = String(decoding: PageScript.sent(PageSource.bytes("worker.js")), as: UTF8.self)
        worker = Self.replace("@FILES@", in: worker, by: Self.list(kept))
        worker = Self.replace("@MAP@", in: worker, by: Self.list(map.keys.sorted()))
        let digests = files.keys.sorted().compactMap { files[$0] }.map { SHA256.hexDigest($0.bytes) } + [worker]
        version = String(SHA256.hexDigest(Array(digests.joined(separator: "\n").utf8)).prefix(16))
        files["/worker.js"] = File(Array(Self.replace("@VERSION@", in: worker, by: version).utf8), script)
        files["/join"] = files["/"]
        self.files = files
    }

    /// The scripts that joining needs, and the first list: what somebody who opens a link waits for. They are in the
    /// document, each one after those that it imports.
    private static let first = ScriptBundle(
        texts([
            "messages", "app", "store", "drafts", "view", "requests", "words", "shopping", "order", "lists", "join",
            "page",
        ]))

    /// The scripts of a family that is open: the file of the last one has them all in it.
    private static let home = ScriptBundle(
        texts([
            "faults", "engine", "family", "exchange", "photos", "export", "reminders", "settings", "sync", "values",
            "checklist", "notes", "task", "passkeys", "phone", "swipe", "home",
        ]), isFile: true)

    /// The scripts of what is seldom opened in a family: the file of the last one has them all in it.
    private static let seldom = ScriptBundle(
        texts([
            "statistics", "clues", "places", "map", "history", "hunts",
        ]), isFile: true)

    /// The scripts of a browser that is no phone of a family, or has forgotten that it is one.
    private static let outside = ScriptBundle(
        texts([
            "plain", "signin", "recover",
        ]), isFile: true)

    /// The scripts that are needed alone. The worker is not among them: it depends on all files.
    private static let alone = texts(["scrypt"])

    /// What is sent as the file of each script, by name, without `.js`. A script of a bundle has a file only if another
    /// script may ask for it by its path.
    private static let scripts: [String: String] = {
        var files = Dictionary(uniqueKeysWithValues: alone)
        let others = outside.text + seldom.text
        let opening = first.text + home.text
        for (name, text) in [first, home, outside, seldom].flatMap(\.files)
        where others.contains("\"/\(name).js\"") || opening.contains("import(\"/\(name).js\")") {
            files[name] = text
        }
        return files
    }()

    /// Scripts as they are sent, and with what the server puts in.
    private static func texts(_ scripts: [String]) -> [(name: String, text: String)] {
        scripts.map { name in
            let text = String(decoding: PageScript.sent(PageSource.bytes("\(name).js")), as: UTF8.self)
            let languages = replace("@LANGUAGES@", in: text, by: list(PageLanguages.files.map(\.code)))
            return (name, replace("@ICON@", in: languages, by: icon))
        }
    }

    /// The icon without its comment, which would begin a comment in a script as well.
    private static let icon: String = {
        let text = PageSource.text("icon.svg")
        let parts = text.split(separator: "<!--", maxSplits: 1).flatMap { $0.split(separator: "-->", maxSplits: 1) }
        return parts.count == 3 ? String(parts[0] + parts[2]) : text
    }()

    /// The script at the head of the document: what must not wait for the rest of it.
    private static let inline = PageScript.sent(PageSource.bytes("old.js") + PageSource.bytes("theme.js"))

    /// The document. It has the style sheet, the first scripts and the messages of a language in it, so it can be drawn and
    /// used without another file, and in every language the way to the plain pages.
    private static func document(with messages: [UInt8], in language: String) -> [UInt8] {
        var text = PageSource.text("index.html")
        text = replace("@LANGUAGE@", in: text, by: language)
        // No message ends the element that it is in (HTML, "Restrictions for contents of script elements").
        let json = replace("<", in: String(decoding: messages, as: UTF8.self), by: "\\u003c")
        text = replace("@MESSAGES@", in: text, by: json)
        text = replace("@NOSCRIPT@", in: text, by: PageLanguages.paragraphs)
        text = replace("@FIRST@", in: text, by: first.text)
        text = replace("@INLINE@", in: text, by: String(decoding: inline, as: UTF8.self))
        return Array(replace("@STYLE@", in: text, by: PageSource.text("page.css")).utf8)
    }

    /// Texts without quotes, as a list in JavaScript.
    private static func list(_ texts: [String]) -> String {
        "[\(texts.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }

    private static func replace(_ mark: String, in text: String, by value: String) -> String {
        text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: value)
    }

    /// The paths of all files.
    public var paths: [String] { files.keys.sorted() }

    /// The file at a path; nil if there is none.
    ///
    /// - Parameters:
    ///   - path: the path, as a request has it.
    ///   - language: the code of the language whose messages the document has in it; English if there are none in it.
    public func file(at path: String, in language: String = "en") -> File? {
        let file = files[path]
        return Self.documentPaths.contains(path) ? documents[language] ?? file : file
    }

    /// The paths at which the document is.
    public static let documentPaths: Set = ["/", "/join"]
}
