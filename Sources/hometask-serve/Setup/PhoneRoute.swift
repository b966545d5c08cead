// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskHTTP
import HometaskKit
import HometaskPlatform

/// A way by which phones reach the server over HTTPS, without which browsers keep no tasks and do not work offline
/// (Secure Contexts, W3C).
enum PhoneRoute {
    /// Through Tailscale: for the devices of its network, or, with its Funnel, for everyone.
    case tailscale(isPublic: Bool)
    /// On the home network alone, by this name or IP address, with a certificate of the machine's own authority.
    case home(host: String)
    /// By an address that a proxy or a tunnel forwards to the server.
    case address(ServerAddress)

    /// Parses the words `tailscale`, `funnel`, `home`, `home NAME`, or an address with HTTPS.
    ///
    /// - Throws: `ValidationError` if the words are no route.
    init(_ words: [String]) throws {
        switch (words.first?.lowercased(), words.count) {
        case ("tailscale", 1): self = .tailscale(isPublic: false)
        case ("funnel", 1): self = .tailscale(isPublic: true)
        case ("home", 1): self = try .home(at: Self.ownName)
        case ("home", 2): self = try .home(at: words[1])
        case (let word?, 1) where word.contains("://"): self = .address(try Self.address(word))
        case (nil, _):
            throw ValidationError("it is not said how phones reach this machine. \(Self.advice)")
        default:
            throw ValidationError(
                "‘\(words.joined(separator: " "))’ is not a way for phones to reach this machine. "
                    + Self.advice)
        }
    }

    private static let advice = "Give tailscale, funnel, home, or an address such as https://home.example."

    private static func address(_ text: String) throws -> ServerAddress {
        guard let address = ServerAddress(text) else { return try .reading(text) }
        if let obstacle = address.obstacle { throw ValidationError("\(obstacle). \(advice)") }
        guard !address.isOfThisMachine else {
            throw ValidationError("no other machine can open \(address). \(advice)")
        }
        return address
    }

    /// This machine's name on the home network (mDNS, RFC 6762).
    private static var ownName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (name.split(separator: ".").first.map { $0.lowercased() } ?? "localhost") + ".local"
    }

    private static func home(at host: String) throws -> PhoneRoute {
        guard let address = ServerAddress("https://\(host)"), address.port == 443, !address.isUnspecified else {
            throw ValidationError(
                "‘\(host)’ is not this machine's name on the home network. Give it like home mia-pc.local, or home "
                    + "192.168.1.5.")
        }
        return .home(host: address.authority)
    }
}
