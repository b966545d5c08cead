// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPTypes
import Hummingbird

/// The network that a request comes from: an IPv4 address, or the first 64 bits of an IPv6 address, since a household
/// has all that begin with these.
struct ClientNetwork {
    /// The network as text.
    var name: String { names.first ?? "" }
    /// The network, and the wider ones of an IPv6 address: its first 48 bits, which a site has, and its first 32, which a
    /// provider has. The narrowest is the first.
    let names: [String]

    init(of request: Request, _ context: PhoneContext, isBehindProxy: Bool) {
        let forwarded = HTTPField.Name("X-Forwarded-For").flatMap { request.headers[values: $0].last }
        // The proxy adds the address it has seen at the end; what stands before may be anybody's invention.
        let last = forwarded?.split(separator: ",").last.map { String($0.filter { $0 != " " }) }
        names = Self.networks(of: isBehindProxy ? last ?? context.peer : context.peer)
    }

    static func networks(of address: String) -> [String] {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return [String(address.prefix(45))] }
        // An IPv4 address in the form of an IPv6 address (RFC 4291, 2.5.5.2).
        if bytes[..<12] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
            return [bytes[12...].map { String($0) }.joined(separator: ".")]
        }
        return [8, 6, 4].map { length in bytes[..<length].map { String($0, radix: 16) }.joined(separator: ":") }
    }
}
