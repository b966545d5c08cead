// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskWeb
import Hummingbird

/// The page for phones. It is the same for everybody, and needs no signing in.
struct PageRoutes: Sendable {
    private let files: PageFiles
    /// The compressed forms of the files, by their paths: content codings (RFC 9110, section 8.4.1), the better one first.
    private let compressed: [String: [(coding: String, bytes: [UInt8])]]

    init(files: PageFiles) {
        self.files = files
        var compressed: [String: [(coding: String, bytes: [UInt8])]] = [:]
        for path in files.paths {
            guard let file = files.file(at: path) else { continue }
            let forms = [
                // The engine comes compressed by brotli.
                ("br", file.brotli ?? Brotli.compressed(file.bytes)),
                ("gzip", file.brotli == nil ? Gzip.compressed(file.bytes, level: 9) : nil),
            ]
            compressed[path] = forms.compactMap { coding, bytes in bytes.map { (coding, $0) } }
        }
        self.compressed = compressed
    }

    func add(to router: Router<PhoneContext>) {
        for path in files.paths { router.get(RouterPath(path)) { request, context in answer(request, context, path) } }
    }

    /// The page may run its own scripts and the engine, and speak with this server alone. It has a form for browsers
    /// without scripts.
    private static let policy = [
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval' '\(PageFiles.inlineScript)'",
        "style-src 'self' '\(PageFiles.inlineStyle)'", "connect-src 'self'", "img-src 'self' blob:",
        "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'self'",
        "frame-ancestors 'none'",
    ].joined(separator: "; ")

    private func answer(_ request: Request, _ context: PhoneContext, _ path: String) -> Response {
        guard let file = files.file(at: path) else { return ServerFault.notFound.response }
        let tag = "\"\(files.version)\""
        // Asked for again each time: a page and an engine of two versions do not fit.
        var headers: HTTPFields = [
            .contentType: file.type, .cacheControl: "no-cache", .eTag: tag, .vary: "Accept-Encoding",
        ]
        headers[.contentSecurityPolicy] = Self.policy
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = PlainPage.referrerPolicy }
        if path == "/" || path == "/join" {
            let language = PageMessages(for: request).language
            headers[.vary] = "Accept-Encoding, Accept-Language"
            // The page asks for it later, when its scripts have begun.
            if let link = HTTPField.Name("Link") {
                headers[link] = "</languages/\(language).json>; rel=preload; as=fetch; crossorigin"
            }
        }
        if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
        let form = compressed[path]?.first { request.accepts($0.coding) }
        headers[.contentEncoding] = form?.coding
        return Response(status: .ok, headers: headers, body: .inPieces(form?.bytes ?? file.bytes, to: context))
    }
}
