// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// An address of the web that something may be posted to.
struct WebAddress: Hashable {
    /// The address as it was given.
    let text: String
    /// The scheme and the machine, in lower case: `https://example.org:8443`.
    let server: String
    /// What follows them: a path and a query, or nothing.
    let rest: String

    /// An address; the characters are those of URLs (RFC 3986, section 2), others stand in it percent-encoded.
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

    /// Characters that no URL has.
    private static let foreign = Set("\"<>\\^`{|}".utf8)
}
