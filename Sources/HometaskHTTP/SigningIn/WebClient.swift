// SPDX-License-Identifier: Apache-2.0

/// Makes requests to other servers, in a separate process.
public protocol WebClient: Sendable {
    /// Makes a request, without following redirects.
    ///
    /// - Throws: ``ServiceFault`` if there is no response, or if the response is too long.
    func answer(to request: WebRequest) async throws(ServiceFault) -> WebAnswer
}

/// A request to another server.
public struct WebRequest: Sendable {
    /// The URL: of the scheme `http` if ``isPlain`` is set, otherwise of `https`.
    public let url: String
    /// Whether the request may be made without TLS, because the server is on this machine.
    public let isPlain: Bool
    /// The fields of a form to POST; nil for GET.
    public var form: String?
    /// The user and password for HTTP Basic (RFC 7617); nil for none.
    public var basic: (user: String, password: String)?
    /// The token of an `Authorization: Bearer` (RFC 6750); nil for none.
    public var bearer: String?

    /// The timeout in seconds.
    public var patience = 15

    /// Creates a request with GET.
    public init(_ url: String, isPlain: Bool = false) { (self.url, self.isPlain) = (url, isPlain) }

    /// The maximum response size in bytes.
    public static let longestAnswer = 256 << 10
}

/// A response from another server.
public struct WebAnswer: Sendable {
    /// The status code (RFC 9110, section 15).
    public let status: Int
    /// The content (RFC 9110, section 6.4); empty if the response has none.
    public let body: [UInt8]

    /// Creates a response, for implementations of ``WebClient``.
    public init(status: Int, body: [UInt8]) { (self.status, self.body) = (status, body) }
}
