// SPDX-License-Identifier: Apache-2.0

/// A server of map tiles for a page.
public struct MapTiles: Hashable, Sendable {
    /// The address of a tile, with the placeholders `{z}`, `{x}` and `{y}`.
    public let template: String
    /// The scheme and the host, the only origin from which the page may load anything: `https://tile.example.org`.
    public let origin: String
    /// The attribution that the tiles' licence requires.
    public let credit: String

    /// Creates a server; nil if the template is not `https://HOST/…` with `{z}`, `{x}` and `{y}`.
    ///
    /// Only HTTPS is accepted, so that third parties on the network cannot see which places are viewed.
    ///
    /// - Parameter credit: the attribution; nil for the default: OpenStreetMap's contributors if the host is theirs,
    ///   otherwise one with the host's name.
    public init?(template: String, credit: String? = nil) {
        let scheme = "https://"
        let marks = ["{z}", "{x}", "{y}"]
        guard template.hasPrefix(scheme), marks.allSatisfy({ template.contains($0) }),
            template.utf8.allSatisfy({ Self.allowed.contains($0) })
        else { return nil }
        let host = template.dropFirst(scheme.count).prefix { $0 != "/" }
        guard Self.isHost(host) else { return nil }
        self.template = template
        origin = scheme + host
        let isOpenStreetMap = host == "openstreetmap.org" || host.hasSuffix(".openstreetmap.org")
        self.credit = credit ?? (isOpenStreetMap ? "© OpenStreetMap contributors" : "Tiles: \(host)")
    }

    /// The characters of URIs (RFC 3986) and the braces of placeholders, except those that would end a source in a
    /// Content Security Policy.
    private static let allowed = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?@!$&()*+=%{}".utf8)

    /// Returns whether a string is a host name or an IPv4 address, optionally with a port.
    private static func isHost(_ host: Substring) -> Bool {
        guard let first = host.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: ".") else { return false }
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.count == 1 || UInt16(parts[1]) != nil, !parts[0].isEmpty else { return false }
        return parts[0].utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
}
