// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// The address of a server: scheme, host and port, and nothing else (an origin, RFC 6454).
///
/// A host is a name, an IPv4 address in dotted-decimal notation, or an IPv6 address in brackets. It is normalised as
/// browsers do in requests, so that requests from a page at this address can be recognised.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    /// Either `https` or `http`, in lower case.
    public let scheme: String
    /// The host, with the port unless it is the scheme's default: `home.example`, `[::1]:8420`.
    public let authority: String
    /// The host without a port, and without the brackets of an IPv6 address.
    private let host: String
    /// The port, or the default of the scheme.
    public let port: Int

    /// Parses an address; nil if it has no scheme or host, an invalid host or port, or a path or any other component.
    public init?(_ text: String) {
        let small = text.lowercased()
        guard let scheme = ["https", "http"].first(where: { small.hasPrefix($0 + "://") }) else { return nil }
        var authority = small.dropFirst(scheme.count + 3)
        if authority.hasSuffix("/") { authority.removeLast() }
        let isBracketed = authority.hasPrefix("[")
        guard let end = isBracketed ? Self.endOfBrackets(in: authority) : Self.endOfName(in: authority) else {
            return nil
        }
        let name = String(isBracketed ? authority[..<end].dropFirst().dropLast() : authority[..<end])
        guard let host = isBracketed ? Self.version6(name).map(Self.text) : Self.isHost(name) ? name : nil else {
            return nil
        }
        self.scheme = scheme
        self.host = host
        let shown = isBracketed ? "[\(host)]" : host
        let rest = authority[end...]
        let usual = scheme == "https" ? 443 : 80
        if rest.isEmpty {
            port = usual
        } else {
            guard rest.hasPrefix(":"), let port = Self.port(rest.dropFirst()) else { return nil }
            self.port = Int(port)
        }
        self.authority = port == usual ? shown : "\(shown):\(port)"
    }

    /// The host if it is a name; nil for an IP address.
    public var name: String? { hostBytes == nil ? host : nil }

    /// The bytes of the host if it is an IP address; nil for a name.
    var hostBytes: [UInt8]? { Self.bytes(of: host) }

    /// Returns the same address with another port.
    func at(_ port: Int) -> String { "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// Whether only programs on the server's machine can reach the address.
    public var isOfThisMachine: Bool {
        if host == "localhost" { return true }
        guard let bytes = Self.bytes(of: host) else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
    }

    /// Whether the host is the unspecified address, `0.0.0.0` or `::`, which no phone can open.
    public var isUnspecified: Bool { Self.isUnspecified(host) }

    /// Returns whether a host is the unspecified address (all interfaces): `0.0.0.0` or `::`, in any notation.
    public static func isUnspecified(_ host: String) -> Bool {
        bytes(of: host)?.allSatisfy { $0 == 0 } ?? false
    }

    /// Converts a listening host to the notation of browsers, which write `127.1` as `127.0.0.1`.
    public static func notation(of host: String) -> String {
        guard let bytes = bytes(of: host) else { return host.contains(":") ? "[\(host)]" : host }
        return bytes.count == 4 ? bytes.map { "\($0)" }.joined(separator: ".") : "[\(text(bytes))]"
    }

    // MARK: Hosts and ports

    private static func endOfBrackets(in authority: Substring) -> Substring.Index? {
        authority.firstIndex(of: "]").map { authority.index(after: $0) }
    }

    private static func endOfName(in authority: Substring) -> Substring.Index? {
        authority.firstIndex(of: ":") ?? authority.endIndex
    }

    /// Parses an IP address in any notation that the system accepts; returns nil for a name.
    private static func bytes(of host: String) -> [UInt8]? {
        var address = in_addr()
        if inet_aton(host, &address) != 0 { return withUnsafeBytes(of: address.s_addr) { Array($0) } }
        return version6(host)
    }

    private static func version6(_ host: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET6, host, &bytes) == 1 ? bytes : nil
    }

    /// Formats an IPv6 address as browsers do, in the shortest form (URL Standard, section 3.5). inet_ntop(3) would
    /// write an embedded IPv4 address in dotted-decimal notation.
    private static func text(_ bytes: [UInt8]) -> String {
        let pieces = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        // The first of the longest runs of zeros.
        var (zeros, start) = (0..<0, 0)
        for (index, piece) in pieces.enumerated() {
            if piece != 0 { start = index + 1 } else if index + 1 - start > zeros.count { zeros = start..<index + 1 }
        }
        let words = pieces.map { String($0, radix: 16) }
        guard zeros.count > 1 else { return words.joined(separator: ":") }
        let (head, tail) = (words[..<zeros.lowerBound], words[zeros.upperBound...])
        return head.joined(separator: ":") + "::" + tail.joined(separator: ":")
    }

    /// Returns whether a lower-case string is a host name (RFC 1123, section 2.1) or an IPv4 address in dotted-decimal
    /// notation.
    ///
    /// Browsers parse any host whose last label is a number as an IPv4 address, and normalise it to four numbers (URL
    /// Standard, section 3.5). Such a string is therefore not a name.
    private static func isHost(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = parts.last, text.utf8.count <= 253 else { return false }
        if isNumber(last) {
            var address = in_addr()
            return inet_pton(AF_INET, text, &address) == 1
        }
        return parts.allSatisfy { part in
            (1...63).contains(part.utf8.count) && part.utf8.allSatisfy { isLetterOrDigit($0) || $0 == hyphen }
                && part.utf8.first != hyphen && part.utf8.last != hyphen
        }
    }

    private static let hyphen = UInt8(ascii: "-")

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns whether browsers parse the last label of a host as a number: `1`, `0x7f`, `0x`.
    private static func isNumber(_ part: Substring) -> Bool {
        if part.hasPrefix("0x") { return part.dropFirst(2).allSatisfy { $0.isASCII && $0.isHexDigit } }
        return !part.isEmpty && part.allSatisfy { ("0"..."9").contains($0) }
    }

    /// Parses a port; returns nil if the string is not a number from 1 to 65535.
    private static func port(_ text: Substring) -> UInt16? {
        guard text.allSatisfy({ ("0"..."9").contains($0) }), let port = UInt16(text), port > 0 else { return nil }
        return port
    }

    /// The scheme and the authority, without a trailing slash: `https://home.example`.
    public var description: String { "\(scheme)://\(authority)" }
}
