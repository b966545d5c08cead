// SPDX-License-Identifier: Apache-2.0

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

    /// The files with an engine.
    ///
    /// - Parameters:
    ///   - engine: the engine, as WebAssembly.
    ///   - compressed: the same, compressed by brotli; nil if it is not.
    public init(engine: [UInt8], compressed: [UInt8]? = nil) {
        let html = "text/html; charset=utf-8"
        let script = "text/javascript; charset=utf-8"
        var files = [
            "/": File(PackageResources.index_html, html),
            "/page.css": File(PackageResources.page_css, "text/css; charset=utf-8"),
            "/manifest.webmanifest": File(PackageResources.manifest_webmanifest, "application/manifest+json"),
            "/icon.svg": File(PackageResources.icon_svg, "image/svg+xml"),
            "/page.js": File(PackageResources.page_js, script), "/engine.js": File(PackageResources.engine_js, script),
            "/store.js": File(PackageResources.store_js, script),
            "/family.js": File(PackageResources.family_js, script),
            "/exchange.js": File(PackageResources.exchange_js, script),
            "/engine.wasm": File(engine, "application/wasm", brotli: compressed),
        ]
        let worker = String(decoding: PackageResources.worker_js, as: UTF8.self)
        let digests = files.sorted { $0.key < $1.key }.map { SHA256.hexDigest($0.value.bytes) } + [worker]
        version = String(SHA256.hexDigest(Array(digests.joined(separator: "\n").utf8)).prefix(16))
        let parts = worker.split(separator: "@VERSION@", omittingEmptySubsequences: false)
        files["/worker.js"] = File(Array(parts.joined(separator: version).utf8), script)
        files["/join"] = files["/"]
        self.files = files
    }

    /// The paths of all files.
    public var paths: [String] { files.keys.sorted() }

    /// The file at a path; nil if there is none.
    public func file(at path: String) -> File? { files[path] }
}
