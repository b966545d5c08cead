// SPDX-License-Identifier: Apache-2.0

/// Where a server is found: a scheme, a host and a port, with nothing behind them (an origin, RFC 6454).
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    /// Either `https` or `http`, in lower case.
    public let scheme: String
    /// The host, with the port unless it is the scheme's own: `home.example`, `[::1]:8420`.
    public let authority: String

    /// Reads an address; nil if it has no scheme or host, or has a path or anything else.
    public init?(_ text: String) {
        let small = text.lowercased()
        guard let scheme = ["https", "http"].first(where: { small.hasPrefix($0 + "://") }) else { return nil }
        var authority = small.dropFirst(scheme.count + 3)
        if authority.hasSuffix("/") { authority.removeLast() }
        let ownPort = scheme == "https" ? ":443" : ":80"
        if authority.hasSuffix(ownPort) { authority.removeLast(ownPort.count) }
        guard !authority.isEmpty, authority.utf8.allSatisfy(Self.isPart) else { return nil }
        self.scheme = scheme
        self.authority = String(authority)
    }

    /// Whether only programs on the machine of the server reach it.
    public var isOfThisMachine: Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains { authority == $0 || authority.hasPrefix("\($0):") }
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: [".", "-", ":", "[", "]"].map { UInt8(ascii: $0) }.contains(byte)
        }
    }

    /// The scheme and the authority, without a slash at the end: `https://home.example`.
    public var description: String { "\(scheme)://\(authority)" }
}
