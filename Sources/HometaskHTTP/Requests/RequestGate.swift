// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

/// The outermost middleware. It checks that a request is for this server's host and is not cross-site, turns errors
/// into responses, and adds the security headers to each response.
struct RequestGate: RouterMiddleware {
    typealias Context = PhoneContext

    let options: ServerOptions
    let log: RequestLog

    /// The methods that the server recognises; each path answers all of them, if only with 405. Other methods known to
    /// the HTTP parser get 501 (RFC 9110, section 15.6.2). Methods unknown to the parser get 400 without a body, before
    /// they reach this middleware.
    static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .delete, .patch, .options]

    func handle(
        _ request: Request, context: PhoneContext, next: (Request, PhoneContext) async throws -> Response
    ) async throws -> Response {
        let begin = ContinuousClock.now
        var context = context
        context.log = log
        var response: Response
        do {
            try check(request, context)
            response = try await next(request, context)
        } catch is CancellationError {
            response = ServerFault(.serviceUnavailable, "stopping", message: "the server is being stopped").response
        } catch {
            if let fault = ServerFault(error) {
                if let cause = fault.cause { log.fault(cause) }
                response = fault.response
            } else {
                log.fault("\(error)")
                response =
                    ServerFault(.internalServerError, "fault", message: "the server has a fault; its log says more")
                    .response
            }
        }
        addHeaders(to: &response)
        // RFC 9110, section 9.3.2: applies to every response, including 404.
        if request.method == .head { response = response.createHeadResponse() }
        log.answered(request, with: response.status, after: ContinuousClock.now - begin)
        return response
    }

    // MARK: Requests

    private func check(_ request: Request, _ context: PhoneContext) throws {
        // The first `Host` has become the authority. A second one is an error (RFC 9112, section 3.2), because other
        // parsers may use the last one.
        guard HTTPField.Name("Host").map({ request.headers[values: $0].isEmpty }) ?? true else {
            throw ServerFault(.badRequest, "host", message: "a request has one Host")
        }
        let addresses = addresses(at: context.port)
        guard let authority = request.head.authority,
            addresses.contains(where: { ServerAddress("\($0.scheme)://\(authority)") == $0 })
        else {
            throw ServerFault(.misdirectedRequest, "host", message: "this server does not answer for that host")
        }
        guard Self.methods.contains(request.method) else {
            throw ServerFault(
                .notImplemented, "method", message: "this server does not know \(request.method.rawValue)")
        }
        let isReading = [.get, .head].contains(request.method)
        if let origin = request.headers[.origin], !isReading || origin == "null" {
            guard let origin = ServerAddress(origin), addresses.contains(origin) else { throw Self.foreign }
        }
        guard let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) else { return }
        // Another site may link to the page, but nothing else.
        let isOpening = isReading && HTTPField.Name("Sec-Fetch-Mode").flatMap { request.headers[$0] } == "navigate"
        guard ["same-origin", "none"].contains(site) || isOpening else { throw Self.foreign }
    }

    private static let foreign = ServerFault(.forbidden, "origin", message: "the request comes from another site")

    /// Returns the addresses of this server: the public address, and the local names of this machine.
    private func addresses(at port: Int) -> [ServerAddress] {
        let scheme = options.certificate == nil ? "http" : "https"
        let host = ServerAddress.notation(of: options.host)
        let own = ["localhost", "127.0.0.1", "[::1]", host].compactMap { ServerAddress("\(scheme)://\($0):\(port)") }
        return own + [options.address].compactMap(\.self)
    }

    // MARK: Answers

    private static let headers: [(String, String)] = [
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(self), geolocation=(self), microphone=()"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-store"),
    ]

    private func addHeaders(to response: inout Response) {
        for (name, value) in Self.headers {
            guard let name = HTTPField.Name(name), response.headers[name] == nil else { continue }
            response.headers[name] = value
        }
        if options.certificate != nil || options.address?.scheme == "https" {
            response.headers[.strictTransportSecurity] = "max-age=31536000"
        }
    }
}
