// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskSignIn
import Testing

@Suite("Sign-ins at a provider, as values")
struct PendingSignInTests {
    private var generator = SystemRandomNumberGenerator()

    private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: 1_795_000_000 + seconds) }

    private func expectUnexpected(
        _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: ProviderFault.self, sourceLocation: sourceLocation) { try body() }
        #expect(error?.code == .unexpected, sourceLocation: sourceLocation)
    }

    @Test("A sign-in is completed once, within ten minutes, by the browser that began it")
    mutating func once() throws {
        var pending = PendingSignIns()
        let first = pending.begin(at: time(0), using: &generator)
        let second = pending.begin(at: time(0), using: &generator)
        #expect(Set([first.state, first.nonce, first.browser, second.state, second.nonce, second.browser]).count == 6)
        #expect(first.verifier.utf8.count >= 43 && first.verifier != second.verifier)
        #expect(try pending.end(first.state, from: first.browser, at: time(599)) == first)
        expectUnexpected { _ = try pending.end(first.state, from: first.browser, at: time(599)) }
        expectUnexpected { _ = try pending.end(second.state, from: second.browser, at: time(600)) }
        let third = pending.begin(at: time(700), using: &generator)
        expectUnexpected { _ = try pending.end(third.state, from: second.browser, at: time(700)) }
        // The attempt by another browser has ended the sign-in.
        expectUnexpected { _ = try pending.end(third.state, from: third.browser, at: time(700)) }
        expectUnexpected { _ = try pending.end(nil, from: third.browser, at: time(700)) }
    }

    @Test("Only a bounded number of sign-ins is kept, the newest ones")
    mutating func bounded() throws {
        var pending = PendingSignIns(capacity: 3)
        let all = (0..<5).map { pending.begin(at: time(Int64($0)), using: &generator) }
        for old in all[..<2] { expectUnexpected { _ = try pending.end(old.state, from: old.browser, at: time(10)) } }
        for new in all[2...] { #expect(try pending.end(new.state, from: new.browser, at: time(10)) == new) }
    }

    @Test(
        "A provider's URL requires HTTPS, except on this machine",
        arguments: [
            ("https://id.example", true), ("https://id.example:8443/realms/a?b=c", true),
            ("http://localhost:9400", true),
            ("http://127.0.0.1/x", true), ("http://[::1]:9400/x", true), ("http://id.example", false),
            ("http://localhost.evil.example", false), ("http://127.0.0.1@evil.example", false), ("https://", false),
            ("https://a@b", false), ("https:///x", false), ("https://a/#b", false), ("https://a/\"b", false),
            ("https://a/ b", false), ("https://a/\nb", false), ("HTTPS://a", false), ("ftp://a", false), ("", false),
            ("https://ä.example", false), ("https://a\\b", false), ("http://[::1].evil.example", false),
        ])
    func urls(text: String, isGood: Bool) {
        #expect((ProviderURL(text) != nil) == isGood)
    }

    @Test("Query fields are read by name, and only if unique and well-formed")
    func fields() {
        let fields = OAuthParameters("a=1&b=x%2Fy+z&c=%zz&d=1&d=2&e&f=%ff&=g&%61b=2&state=")
        #expect(fields["a"] == "1" && fields["b"] == "x/y z" && fields["e"] == "" && fields["ab"] == "2")
        #expect(fields["state"] == "")
        for name in ["c", "d", "f", "g", "A"] { #expect(fields[name] == nil) }
        #expect(fields.contains("d") && fields.contains("c") && !fields.contains("g"))
        #expect(OAuthParameters.encoded([("a", "x/y z&=+é"), ("b", "-._~")]) == "a=x%2Fy%20z%26%3D%2B%C3%A9&b=-._~")
        let text = "A\u{1}\u{7F}%&=+ é🚲\n"
        #expect(OAuthParameters(OAuthParameters.encoded([("t", text)]))["t"] == text)
    }
}
