// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Where a server is found: a scheme, a host and a port, with nothing behind them (an origin, RFC 6454).
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    /// Either `https` or `http`, in lower case.
    public let scheme: String
    /// The host, with the port unless it is the scheme's own: `home.example`, `[::1]:8420`.
    public let authority: String
    /// The host without a port, and without the brackets of an IPv6 address.
    private let host: String

    /// Reads an address; nil if it has no scheme or host, has a host or port that cannot exist, or has a path or
    /// anything else.
    public init?(_ text: String) {
        let small = text.lowercased()
        guard let scheme = ["https", "http"].first(where: { small.hasPrefix($0 + "://") }) else { return nil }
        var authority = small.dropFirst(scheme.count + 3)
        if authority.hasSuffix("/") { authority.removeLast() }
        let isBracketed = authority.hasPrefix("[")
        guard let end = isBracketed ? Self.endOfBrackets(in: authority) : Self.endOfName(in: authority) else {
            return nil
        }
        let host = String(isBracketed ? authority[..<end].dropFirst().dropLast() : authority[..<end])
        guard isBracketed ? Self.version6(host) != nil : Self.isName(host) else { return nil }
        self.scheme = scheme
        self.host = host
        let rest = authority[end...]
        if rest.isEmpty {
            self.authority = String(authority)
        } else {
            guard rest.hasPrefix(":"), let port = Self.port(rest.dropFirst()) else { return nil }
            let isOwn = port == (scheme == "https" ? 443 : 80)
            self.authority = String(authority[..<end]) + (isOwn ? "" : ":\(port)")
        }
    }

    /// Whether only programs on the machine of the server reach it.
    public var isOfThisMachine: Bool {
        if host == "localhost" { return true }
        guard let bytes = Self.bytes(of: host) else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
    }

    /// Whether its host is the unspecified address, `0.0.0.0` or `::`, which no phone can open.
    public var isUnspecified: Bool { Self.isUnspecified(host) }

    /// Whether a server that listens at a host listens at all addresses of its machine: whether the host is `0.0.0.0` or
    /// `::`, in any notation.
    public static func isUnspecified(_ host: String) -> Bool {
        bytes(of: host)?.allSatisfy { $0 == 0 } ?? false
    }

    // MARK: Hosts and ports

    private static func endOfBrackets(in authority: Substring) -> Substring.Index? {
        authority.firstIndex(of: "]").map { authority.index(after: $0) }
    }

    private static func endOfName(in authority: Substring) -> Substring.Index? {
        authority.firstIndex(of: ":") ?? authority.endIndex
    }

    /// The bytes of an IP address, in any notation that the system reads; nil for a name.
    private static func bytes(of host: String) -> [UInt8]? {
        var address = in_addr()
        if inet_aton(host, &address) != 0 { return withUnsafeBytes(of: address.s_addr) { Array($0) } }
        return version6(host)
    }

    private static func version6(_ host: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET6, host, &bytes) == 1 ? bytes : nil
    }

    /// Whether a text in lower case is a name of a host, or an IPv4 address.
    private static func isName(_ text: String) -> Bool {
        func isLetterOrDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard let first = text.utf8.first, isLetterOrDigit(first) else { return false }
        return text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    }

    /// The port in a text; nil if it is not a number from 1 to 65535.
    private static func port(_ text: Substring) -> UInt16? {
        guard text.allSatisfy({ ("0"..."9").contains($0) }), let port = UInt16(text), port > 0 else { return nil }
        return port
    }

    /// The scheme and the authority, without a slash at the end: `https://home.example`.
    public var description: String { "\(scheme)://\(authority)" }
}
