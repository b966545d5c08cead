// SPDX-License-Identifier: Apache-2.0

import CBrotli
import HTTPTypes
import HometaskWeb
import Hummingbird
import Synchronization

/// Serves the page for phones, which is the same for everybody and requires no sign-in.
final class PageRoutes: Sendable {
    private let files: PageFiles
    /// The cached files in the content codings (RFC 9110, section 8.4.1) requested so far. Compressing all files in
    /// advance would take half of the server's start-up time.
    private let compressed = Mutex<[String: [UInt8]]>([:])

    init(files: PageFiles) { self.files = files }

    /// Returns a file in the smallest encoding that the client accepts. The engine is available precompressed with
    /// brotli only.
    private func form(of file: PageFiles.File, named name: String, for request: Request) -> (coding: String?, [UInt8]) {
        if request.accepts("br"),
            let bytes = file.brotli ?? cached("br", of: name, compress: { Brotli.compressed(file.bytes) })
        {
            return ("br", bytes)
        }
        if file.brotli == nil, request.accepts("gzip"),
            let bytes = cached("gzip", of: name, compress: { Gzip.compressed(file.bytes, level: 9) })
        {
            return ("gzip", bytes)
        }
        return (nil, file.bytes)
    }

    /// Returns the compressed file, cached after the first call. Two concurrent requests may both compress it, with the
    /// same result.
    private func cached(_ coding: String, of name: String, compress: () -> [UInt8]?) -> [UInt8]? {
        let key = "\(coding) \(name)"
        if let bytes = compressed.withLock({ $0[key] }) { return bytes }
        let bytes = compress()
        compressed.withLock { $0[key] = bytes }
        return bytes
    }

    func add(to router: Router<PhoneContext>) {
        for path in files.paths {
            router.at(RouterPath(path), get: { [self] request, context in answer(request, context, at: path) })
        }
    }

    /// The page may run its own scripts and the engine, and connect only to this server. Forms are allowed for browsers
    /// without scripts.
    private static let policy = [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval' \(PageFiles.inlineScripts.map { "'\($0)'" }.joined(separator: " "))",
        "style-src 'self' '\(PageFiles.inlineStyle)'", "connect-src 'self'", "img-src 'self' blob:",
        "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'self'",
        "frame-ancestors 'none'",
    ].joined(separator: "; ")

    private func answer(_ request: Request, _ context: PhoneContext, at path: String) -> Response {
        let isDocument = PageFiles.documentPaths.contains(path)
        let language = isDocument ? PageMessages(for: request).language : ""
        guard let file = files.file(at: path, in: language) else { return ServerFault.notFound.response }
        let (coding, bytes) = form(of: file, named: "\(language) \(path)", for: request)
        // Each content coding has its own strong entity tag, because a strong tag guarantees identical bytes (RFC 9110,
        // section 8.8.1).
        let parts = [files.version, isDocument ? language : nil, coding].compactMap(\.self)
        let tag = "\"\(parts.joined(separator: "-"))\""
        // Revalidated on each request: a page and an engine of different versions are incompatible.
        var headers: HTTPFields = [
            .contentType: file.type, .cacheControl: "no-cache", .eTag: tag, .vary: "Accept-Encoding",
        ]
        headers[.contentSecurityPolicy] = Self.policy
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = PlainPage.referrerPolicy }
        if isDocument { headers[.vary] = "Accept-Encoding, Accept-Language" }
        if request.hasCopy(tagged: tag) { return Response(status: .notModified, headers: headers) }
        headers[.contentEncoding] = coding
        return Response(status: .ok, headers: headers, body: .inPieces(bytes[...], to: context))
    }
}

/// Brotli compression (RFC 7932), for content compressed once and sent often.
enum Brotli {
    /// The maximum input size for the highest quality; a larger input would keep the client waiting too long. The page
    /// is smaller in every language.
    private static let most = 96 << 10
    /// The quality for larger inputs: output as small as gzip's best level, and faster.
    private static let fast: CInt = 5

    /// Compresses bytes; returns nil if brotli fails, for example for lack of memory.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        let quality = bytes.count <= most ? BROTLI_MAX_QUALITY : fast
        var size = BrotliEncoderMaxCompressedSize(bytes.count)
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            isWhole =
                BrotliEncoderCompress(
                    quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.count, bytes, &size, buffer.baseAddress)
                == BROTLI_TRUE
            filled = isWhole ? size : 0
        }
        return isWhole ? output : nil
    }
}
