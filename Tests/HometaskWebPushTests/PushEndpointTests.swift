// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskWebPush
import Testing

@Suite("Allowed push endpoints")
struct PushEndpointTests {
    @Test(
        "Addresses of push services are accepted",
        arguments: [
            ("https://fcm.googleapis.com/fcm/send/abc:APA91b", "https://fcm.googleapis.com"),
            ("https://updates.push.services.mozilla.com/wpush/v2/gAAAA", "https://updates.push.services.mozilla.com"),
            ("https://WEB.push.apple.com:443/QGqs", "https://web.push.apple.com"),
            ("https://am3p.notify.windows.com/w/?token=BQY%3d", "https://am3p.notify.windows.com"),
        ])
    func taken(text: String, origin: String) {
        #expect(PushEndpoint(text)?.origin == origin && PushEndpoint(text)?.text == text)
    }

    @Test(
        "Other addresses are refused: without TLS, IP numbers, local names, ports, users, ambiguous ones",
        arguments: [
            "", "https://", "https:///a", "http://push.example.org/a", "ftp://push.example.org/a",
            "https://127.0.0.1/a", "https://[::1]/a", "https://2130706433/a", "https://0x7f.1/a", "https://10.1/a",
            "https://localhost/a", "https://router/a", "https://push.example.org:8443/a", "https://push.example.org",
            "https://tom@push.example.org/a", "https://push.example.org@127.0.0.1/a", "https://push.example.org\\a",
            "https://push.example.org/a#b", "https://push.example.org/a b", "https://push.example.org/a\nurl=b",
            "https://push.example.org/ä", "https://-a.example.org/", "https://a..org/", "https://push.example.org./a",
            "https://push_example.org/a", "https://push.example.org?a/", "HTTPS://push.example.org/a",
            "https://push.example.org/\(String(repeating: "a", count: 2048))",
        ])
    func refused(text: String) {
        #expect(PushEndpoint(text) == nil)
    }

    @Test("Internet addresses are public; loopback, private and tunnel addresses are not")
    func addresses() {
        let open: [[UInt8]] = [
            [1, 1, 1, 1], [9, 255, 255, 255], [11, 0, 0, 0], [100, 63, 255, 255], [100, 128, 0, 0], [126, 0, 0, 1],
            [128, 0, 0, 1], [172, 15, 0, 1], [172, 32, 0, 1], [192, 167, 0, 1], [192, 169, 0, 1], [198, 17, 0, 1],
            [198, 20, 0, 1], [223, 255, 255, 255], six(0x2A, 0x00), six(0x26, 0x07), six(0x20, 0x01, 0x48, 0x60),
        ]
        let closed: [[UInt8]] = [
            [0, 0, 0, 0], [10, 0, 0, 1], [100, 64, 0, 1], [100, 127, 255, 255], [127, 0, 0, 1], [169, 254, 169, 254],
            [172, 16, 0, 1], [172, 31, 255, 255], [192, 0, 0, 8], [192, 0, 2, 1], [192, 168, 1, 1], [198, 18, 0, 1],
            [198, 19, 255, 255], [198, 51, 100, 1], [203, 0, 113, 1], [224, 0, 0, 1], [239, 1, 1, 1],
            [255, 255, 255, 255], six(), six(0xFE, 0x80), six(0xFC), six(0xFD), six(0xFF, 0x02),
            six(0x20, 0x02, 0x7F), six(0x20, 0x01, 0x00, 0x00), six(0x20, 0x01, 0x0D, 0xB8),
            six(0x00, 0x64, 0xFF, 0x9B),
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        ]
        for bytes in open { #expect(NetworkAddress(bytes)?.isPublic == true, "\(bytes)") }
        for bytes in closed { #expect(NetworkAddress(bytes)?.isPublic == false, "\(bytes)") }
        #expect(NetworkAddress([]) == nil && NetworkAddress([1, 2, 3]) == nil)
    }

    /// An IPv6 address with the given first bytes.
    private func six(_ first: UInt8...) -> [UInt8] { first + [UInt8](repeating: 0, count: 16 - first.count) }

    @Test("base64url follows RFC 4648, with optional padding; other variants are refused")
    func base64() {
        let examples = ["": "", "f": "Zg", "fo": "Zm8", "foo": "Zm9v", "foob": "Zm9vYg", "fooba": "Zm9vYmE"]
        for (plain, text) in examples {
            #expect(
                Base64.urlSafe.encoded(Array(plain.utf8)) == text && Base64.urlSafe.decoded(text) == Array(plain.utf8))
        }
        #expect(Base64.urlSafe.encoded([0xFB, 0xFF]) == "-_8" && Base64.urlSafe.decoded("-_8=") == [0xFB, 0xFF])
        for wrong in ["A", "Zh", "Zm9", "+/8", "Z g", "Zg=g", "ä"] { #expect(Base64.urlSafe.decoded(wrong) == nil) }
    }
}
