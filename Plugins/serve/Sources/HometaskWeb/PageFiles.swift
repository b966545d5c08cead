// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
import HometaskHashing

/// The files of the page for phones.
public struct PageFiles: Sendable {
    /// A file as it is sent.
    public struct File: Sendable {
        /// Its bytes.
        public let bytes: [UInt8]
        /// Its media type.
        public let type: String
        /// Its bytes compressed by brotli (RFC 7932), if there are such.
        public let brotli: [UInt8]?

        init(_ bytes: [UInt8], _ type: String, brotli: [UInt8]? = nil) {
            (self.bytes, self.type, self.brotli) = (bytes, type, brotli)
        }
    }

    private let files: [String: File]
    /// A word for all of these files: others have another one.
    public let version: String
    /// The digest of the script in the document, as a Content Security Policy names it (CSP Level 3, section 2.3.1,
    /// `hash-source`).
    public static let inlineScript = digest(of: inline)
    /// The digest of the style sheet in the document, which is also a file, for the plain pages.
    public static let inlineStyle = digest(of: PackageResources.page_css)

    private static func digest(of bytes: [UInt8]) -> String {
        "sha256-\(Base64URL.encoded(SHA256.digest(bytes)))="
    }

    /// The files with an engine.
    ///
    /// - Parameters:
    ///   - engine: the engine, as WebAssembly.
    ///   - compressed: the same, compressed by brotli; nil if it is not.
    public init(engine: [UInt8], compressed: [UInt8]? = nil) {
        var files = [
            "/": File(Self.document, "text/html; charset=utf-8"),
            "/page.css": File(PackageResources.page_css, "text/css; charset=utf-8"),
            "/map.css": File(PackageResources.map_css, "text/css; charset=utf-8"),
            "/manifest.webmanifest": File(PackageResources.manifest_webmanifest, "application/manifest+json"),
            "/icon.svg": File(PackageResources.icon_svg, "image/svg+xml"),
            "/engine.wasm": File(engine, "application/wasm", brotli: compressed),
        ]
        let script = "text/javascript; charset=utf-8"
        let scripts = Self.firstScripts + Self.laterScripts
        for (name, bytes) in scripts { files["/\(name).js"] = File(PageScript.sent(bytes), script) }
        for (name, bytes) in PageLanguages.files { files["/languages/\(name).json"] = File(bytes, "application/json") }
        let messages = String(decoding: PageScript.sent(PackageResources.messages_js), as: UTF8.self)
        let codes = Self.list(PageLanguages.files.map(\.code))
        files["/messages.js"] = File(
            Array(Self.replace("@LANGUAGES@", in: messages, by: codes).utf8), script)
        let (kept, map) = (files.keys.sorted(), MapFiles.all)
        files.merge(map) { own, _ in own }
        var worker = String(decoding: PageScript.sent(PackageResources.worker_js), as: UTF8.self)
        worker = Self.replace("@FILES@", in: worker, by: Self.list(kept))
        worker = Self.replace("@MAP@", in: worker, by: Self.list(map.keys.sorted()))
        let digests = files.keys.sorted().compactMap { files[$0] }.map { SHA256.hexDigest($0.bytes) } + [worker]
        version = String(SHA256.hexDigest(Array(digests.joined(separator: "\n").utf8)).prefix(16))
        files["/worker.js"] = File(Array(Self.replace("@VERSION@", in: worker, by: version).utf8), script)
        files["/join"] = files["/"]
        self.files = files
    }

    /// The scripts that joining needs, and the first list: what somebody who opens a link waits for. A browser asks for
    /// them in this order, and over HTTP/1.1 for six at a time: as many as the button to join needs.
    private static let firstScripts = [
        ("page", PackageResources.page_js), ("app", PackageResources.app_js), ("store", PackageResources.store_js),
        ("view", PackageResources.view_js), ("join", PackageResources.join_js),
        ("requests", PackageResources.requests_js), ("lists", PackageResources.lists_js),
        ("shopping", PackageResources.shopping_js), ("words", PackageResources.words_js),
        ("order", PackageResources.order_js),
    ]

    /// The other scripts: those of a family, and those of places that are seldom opened. They are kept on the phone like
    /// the first ones. The worker is not among them: it depends on all files.
    private static let laterScripts = [
        ("charts", PackageResources.charts_js), ("clues", PackageResources.clues_js),
        ("engine", PackageResources.engine_js), ("exchange", PackageResources.exchange_js),
        ("family", PackageResources.family_js), ("history", PackageResources.history_js),
        ("home", PackageResources.home_js), ("hunts", PackageResources.hunts_js), ("map", PackageResources.map_js),
        ("passkeys", PackageResources.passkeys_js), ("phone", PackageResources.phone_js),
        ("photos", PackageResources.photos_js), ("places", PackageResources.places_js),
        ("plain", PackageResources.plain_js), ("reminders", PackageResources.reminders_js),
        ("scrypt", PackageResources.scrypt_js), ("settings", PackageResources.settings_js),
        ("signin", PackageResources.signin_js), ("statistics", PackageResources.statistics_js),
        ("swipe", PackageResources.swipe_js), ("sync", PackageResources.sync_js), ("task", PackageResources.task_js),
    ]

    /// The script in the document: what must not wait for another file.
    private static let inline = PageScript.sent(PackageResources.old_js + PackageResources.theme_js)

    /// The document, which names the first scripts, so that a browser does not find out about one after the other. It has
    /// the style sheet in it: what can be drawn needs one file less.
    private static var document: [UInt8] {
        let names = ["messages"] + firstScripts.map(\.0)
        let links = names.map { "<link rel=\"modulepreload\" href=\"/\($0).js\">\n" }
        var text = String(decoding: PackageResources.index_html, as: UTF8.self)
        text = replace("@SCRIPTS@", in: text, by: links.joined())
        text = replace("@INLINE@", in: text, by: String(decoding: inline, as: UTF8.self))
        return Array(replace("@STYLE@", in: text, by: String(decoding: PackageResources.page_css, as: UTF8.self)).utf8)
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
    public func file(at path: String) -> File? { files[path] }
}
