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
        case ("home", 1): self = try Self.home()
        case ("home", 2): self = try Self.home(at: words[1])
        case (let word?, 1) where word.contains("://"): self = .address(try Self.address(word))
        case (nil, _):
            throw ValidationError("it is not said how phones reach this machine. \(Self.advice)")
        default:
            throw ValidationError(
                "‘\(words.joined(separator: " "))’ is not a way for phones to reach this machine. \(Self.advice)")
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

    /// The route by this machine's name on the home network (mDNS, RFC 6762).
    private static func home() throws -> PhoneRoute {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return try home(at: "") }
        let full = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let name = (full.split(separator: ".").first.map { $0.lowercased() } ?? "") + ".local"
        guard ServerAddress("https://\(name)") != nil else {
            throw ValidationError(
                "this machine's name, ‘\(name)’, cannot be part of an address. Give another by which phones find it: "
                    + "home NAME.")
        }
        return try home(at: name)
    }

    private static func home(at host: String) throws -> PhoneRoute {
        guard let address = ServerAddress("https://\(host)"), address.port == 443, !address.isUnspecified else {
            throw ValidationError(
                "‘\(host)’ is not this machine's name on the home network. Give it like home mia-pc.local, home "
                    + "192.168.1.5 or home [fd00::5].")
        }
        guard !address.isOfThisMachine else { throw ValidationError("no other machine can open \(address)") }
        // A name of one label may be a top-level domain, whose every site the authority could then vouch for.
        guard address.name?.contains(".") != false else {
            throw ValidationError("‘\(host)’ is not a whole name. Give it like home \(host).local or home \(host).lan.")
        }
        return .home(host: address.authority)
    }

    /// Checks that this machine has what the route needs.
    ///
    /// - Throws: `ReplicaError` if something is missing.
    func requirePrograms() async throws {
        switch self {
        case .tailscale: _ = try await TailscaleProgram().address()
        case .home: _ = try OpenSSLProgram()
        case .address: break
        }
    }
}
