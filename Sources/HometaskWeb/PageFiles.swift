// SPDX-License-Identifier: Apache-2.0

import CPage
import HometaskHashing
import HometaskKit

/// The files of the page for phones.
public struct PageFiles: Sendable {
    /// A file as sent to browsers.
    public struct File: Sendable {
        /// Its bytes without a content coding (RFC 9110, section 8.4).
        public let bytes: [UInt8]
        /// Its media type, the value of `Content-Type` (RFC 9110, section 8.3).
        public let type: String
        /// Its bytes compressed with brotli (RFC 7932), if available.
        public let brotli: [UInt8]?

        init(_ bytes: [UInt8], _ type: String, brotli: [UInt8]? = nil) {
            (self.bytes, self.type, self.brotli) = (bytes, type, brotli)
        }
    }

    private let files: [String: File]
    /// The document with the messages of each language, by language code.
    private let documents: [String: File]
    /// Content hash of all files.
    public let version: String
    /// The digests of the inline scripts, as Content Security Policy sources (CSP Level 3, section 2.3.1,
    /// `hash-source`).
    public static let inlineScripts = [digest(of: inline), digest(of: Array(first.text.utf8))]
    /// The digest of the inline style sheet, which is also a file for the plain pages.
    public static let inlineStyle = digest(of: PageSource.bytes("page.css"))

    private static func digest(of bytes: [UInt8]) -> String {
        "sha256-\(Base64.urlSafe.encoded(SHA256.digest(bytes)))="
    }

    /// Creates the files, including an engine.
    ///
    /// - Parameters:
    ///   - engine: the engine, as WebAssembly.
    ///   - compressed: the engine compressed with brotli; nil if unavailable.
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
        // The style sheet is inlined in the document. Only the plain pages, which the worker does not cache, load it as
        // a file.
        let kept = files.keys.filter { $0 != "/page.css" }.sorted()
        let map = MapFiles.all
        files.merge(map) { own, _ in own }
        var worker = String(decoding: PageScript.minified(PageSource.bytes("worker.js")), as: UTF8.self)
        worker = Self.replace("@FILES@", in: worker, by: Self.list(kept))
        worker = Self.replace("@MAP@", in: worker, by: Self.list(map.keys.sorted()))
        let digests = files.keys.sorted().compactMap { files[$0] }.map { SHA256.hexDigest($0.bytes) } + [worker]
        version = String(SHA256.hexDigest(Array(digests.joined(separator: "\n").utf8)).prefix(16))
        files["/worker.js"] = File(Array(Self.replace("@VERSION@", in: worker, by: version).utf8), script)
        files["/join"] = files["/"]
        self.files = files
    }

    /// The scripts for joining and for the first list, the critical path of opening a link. They are inlined in the
    /// document, each after its imports.
    private static let first = ScriptBundle(
        texts([
            "messages", "app", "store", "drafts", "view", "requests", "words", "shopping", "order", "lists", "join",
            "page",
        ]))

    /// The scripts of an open family, bundled in the file of the last one.
    private static let home = ScriptBundle(
        texts([
            "faults", "engine", "family", "exchange", "photos", "export", "reminders", "settings", "sync", "values",
            "checklist", "notes", "task", "passkeys", "phone", "swipe", "home",
        ]), isFile: true)

    /// The scripts of rarely opened places, bundled in the file of the last one.
    private static let seldom = ScriptBundle(
        texts([
            "statistics", "clues", "places", "map", "history", "hunts",
        ]), isFile: true)

    /// The scripts for a browser that is not a family's phone, or has lost its store.
    private static let outside = ScriptBundle(
        texts([
            "plain", "signin", "recover",
        ]), isFile: true)

    /// The scripts loaded separately, except the worker, which depends on all files.
    private static let alone = texts(["scrypt"])

    /// The served file of each script, by name, without `.js`. A bundled script has a file only if another script may
    /// import it by its path.
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

    /// Returns scripts as sent, with the server's values inserted.
    private static func texts(_ scripts: [String]) -> [(name: String, text: String)] {
        scripts.map { name in
            let text = String(decoding: PageScript.minified(PageSource.bytes("\(name).js")), as: UTF8.self)
            let languages = replace("@LANGUAGES@", in: text, by: list(PageLanguages.files.map(\.code)))
            return (name, replace("@ICON@", in: languages, by: icon))
        }
    }

    /// The icon without its comment, whose opening would begin a comment in a script as well.
    private static let icon: String = {
        let text = PageSource.text("icon.svg")
        let parts = text.split(separator: "<!--", maxSplits: 1).flatMap { $0.split(separator: "-->", maxSplits: 1) }
        return parts.count == 3 ? String(parts[0] + parts[2]) : text
    }()

    /// The inline script in the head of the document, for everything that must run before the rest.
    private static let inline = PageScript.minified(PageSource.bytes("old.js") + PageSource.bytes("theme.js"))

    /// Builds the document. The style sheet, the first scripts and the messages of one language are inlined, so it
    /// renders and works without another file. The links to the plain pages are in every language.
    private static func document(with messages: [UInt8], in language: String) -> [UInt8] {
        var text = PageSource.text("index.html")
        text = replace("@LANGUAGE@", in: text, by: language)
        // Escaped, so that no message ends its element (HTML, "Restrictions for contents of script elements").
        let json = replace("<", in: String(decoding: messages, as: UTF8.self), by: "\\u003c")
        text = replace("@MESSAGES@", in: text, by: json)
        text = replace("@NOSCRIPT@", in: text, by: PageLanguages.paragraphs)
        text = replace("@FIRST@", in: text, by: first.text)
        text = replace("@INLINE@", in: text, by: String(decoding: inline, as: UTF8.self))
        return Array(replace("@STYLE@", in: text, by: PageSource.text("page.css")).utf8)
    }

    /// Formats a JavaScript array of strings, none of which contains a quote.
    private static func list(_ texts: [String]) -> String {
        "[\(texts.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }

    private static func replace(_ mark: String, in text: String, by value: String) -> String {
        text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: value)
    }

    /// The paths of all files.
    public var paths: [String] { files.keys.sorted() }

    /// Returns the file at a path; nil if there is none.
    ///
    /// - Parameters:
    ///   - path: the path of the request.
    ///   - language: the code of the language of the inlined messages; English if there is no document in it.
    public func file(at path: String, in language: String = "en") -> File? {
        let file = files[path]
        return Self.documentPaths.contains(path) ? documents[language] ?? file : file
    }

    /// The paths that serve the document.
    public static let documentPaths: Set = ["/", "/join"]
}

/// A script of the page.
enum PageScript {
    /// Returns the script as sent to phones: without comments, which are a fifth of its size, and without indentation,
    /// a fiftieth. Only comments on lines of their own are removed, `//` or `/** … */`; each leaves an empty line, so
    /// that errors report the line numbers of the source. No script has a multi-line string, whose indentation would be
    /// significant.
    static func minified(_ source: [UInt8]) -> [UInt8] {
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

/// The files in the folder `Page`, unmodified.
enum PageSource {
    /// The bytes of each file, by its path in the folder.
    static let files: [String: [UInt8]] = {
        var files: [String: [UInt8]] = [:]
        var next = hometask_page_files()
        while let file = next?.pointee, let name = file.name {
            files[String(cString: name)] = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            next = next?.successor()
        }
        return files
    }()

    /// Returns the bytes of a file in the folder.
    static func bytes(_ name: String) -> [UInt8] {
        guard let bytes = files[name] else { preconditionFailure("the page has no file '\(name)'") }
        return bytes
    }

    /// Returns the text of a file in the folder.
    static func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }
}
