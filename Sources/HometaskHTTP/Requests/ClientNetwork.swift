// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskPlatform
import Hummingbird

/// The network that a request comes from: an IPv4 address, or the first 64 bits of an IPv6 address, the prefix of a
/// household.
struct ClientNetwork {
    /// The name of the narrowest network.
    var name: String { names.first ?? "" }
    /// The names of the network and, for IPv6, of the wider networks: the 48-bit prefix of a site, and the 32-bit
    /// prefix of a provider. Narrowest first.
    let names: [String]

    init(of request: Request, _ context: PhoneContext, isBehindProxy: Bool) {
        let forwarded = HTTPField.Name("X-Forwarded-For").flatMap { request.headers[values: $0].last }
        // The proxy appends the peer address; everything before that may be forged.
        let last = forwarded?.split(separator: ",").last.map { String($0.filter { $0 != " " }) }
        names = Self.networks(of: isBehindProxy ? last ?? context.peer : context.peer)
    }

    static func networks(of address: String) -> [String] {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return [String(address.prefix(45))] }
        // An IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2).
        if bytes[..<12] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
            return [bytes[12...].map { String($0) }.joined(separator: ".")]
        }
        return [8, 6, 4].map { length in bytes[..<length].map { String($0, radix: 16) }.joined(separator: ":") }
    }
}
