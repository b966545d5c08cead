// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// A web address that can receive a POST request.
struct WebAddress: Hashable {
    /// The original text of the address.
    let text: String
    /// The scheme and the host, with port and user if there are any, in lower case: `https://example.org:8443`.
    let server: String
    /// The part after the server: a path, a query and a fragment, or nothing.
    let rest: String

    /// Parses an address. Only the characters of URLs (RFC 3986, section 2) are allowed; others must be
    /// percent-encoded.
    init(_ text: String, what: String) throws {
        let fault = RPCError(
            .refused, "\(what) should be a web address, but is ‘\(text.prefix(100))’",
            hint: "An example is https://example.org/hook, without spaces.")
        guard let end = text.firstRange(of: "://"), text.utf8.count <= 2048,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.foreign.contains($0) })
        else { throw fault }
        let scheme = text[..<end.lowerBound].lowercased()
        let machine = text[end.upperBound...].prefix { !"/?#".contains($0) }
        guard ["http", "https"].contains(scheme), !machine.isEmpty, !machine.hasPrefix(":"), !machine.hasSuffix("@")
        else { throw fault }
        self.text = text
        server = "\(scheme)://\(machine.lowercased())"
        rest = String(text[machine.endIndex...])
    }

    /// Visible ASCII characters that are invalid in URLs.
    private static let foreign = Set("\"<>\\^`{|}".utf8)
}
