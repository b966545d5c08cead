// SPDX-License-Identifier: Apache-2.0

import HometaskSignIn
import Testing

@Suite("Email addresses, and emails with links")
struct SignInAddressTests {
    @Test("Addresses are compared ignoring case and surrounding space")
    func comparison() {
        let tom = SignInAddress("tom.b+x@example.org")
        for text in ["Tom.B+X@Example.ORG", "  tom.b+x@example.org\n", "tom.b+x@EXAMPLE.org"] {
            #expect(SignInAddress(text) == tom && tom != nil)
        }
        for text in ["tomb+x@example.org", "tom.b@example.org", "tom.b+x@example.com", "tom.b+x@example.org."] {
            #expect(SignInAddress(text) != tom && SignInAddress(text) != nil)
        }
    }

    @Test("No letter outside ASCII counts as an ASCII letter, whatever its lower-case form in Unicode")
    func letters() {
        for text in ["\u{212A}im@example.org", "kim@example.or\u{FF47}", "kım@example.org", "ki\u{301}m@example.org"] {
            #expect(SignInAddress(text) == nil)
        }
        #expect(SignInAddress("KIM@example.org") == SignInAddress("kim@example.org"))
    }

    @Test(
        "A malformed address is refused",
        arguments: ["", " ", "@", "a@", "@b", "ab", "a@b@c", "a b@c", "a\n@c", "a@b\u{0}", "a@\u{7F}b"])
    func malformed(text: String) {
        #expect(SignInAddress(text) == nil)
    }

    @Test("An email address has at most 254 bytes, and does not print itself")
    func length() {
        let longest = String(repeating: "a", count: 248) + "@b.org"
        #expect(SignInAddress(longest) != nil && SignInAddress("a" + longest) == nil)
        #expect(SignInAddress("tom@example.org")?.description.contains("tom") == false)
    }

    @Test("A name in a document cannot add a line or a link to an email")
    func names() {
        let evil =
            "Berg\r\nBcc: eve@example.org\n\nhttps://evil.example\u{2028}x\u{202E}"
            + String(repeating: "y", count: 500)
        let mail = InvitationMail(
            family: evil, entries: [InvitationMail.Entry(member: evil, link: "https://home.example/join#code")])
        #expect(mail.title.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(mail.title.count < 200 && !mail.title.contains("\u{202E}") && !mail.title.contains("\u{2028}"))
        let lines = mail.text.split(whereSeparator: \.isNewline)
        #expect(!lines.contains { $0.hasPrefix("Bcc") || $0.hasPrefix("https://evil") })
        #expect(lines.filter { $0.hasPrefix("https://") } == ["https://home.example/join#code"])
        #expect(lines.first.map { String($0) } == mail.title)
    }
}
