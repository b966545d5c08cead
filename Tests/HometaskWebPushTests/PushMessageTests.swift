// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
import HometaskDocuments
import Testing

@testable import HometaskWebPush

@Suite("Messages to browsers")
struct PushMessageTests {
    // The example of RFC 8291, section 5 and appendix A.
    private static let browser = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    private static let server = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    private static let subscription: JSONObject = [
        "endpoint": "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "keys": [
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        ],
    ]
    private static let encrypted = """
        DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl\
        7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
        """

    private func key(_ text: String) throws -> P256Key {
        let number = try #require(Base64.urlSafe.decoded(text))
        return try #require(P256Key(number: number))
    }

    @Test("The example of RFC 8291 is reproduced byte for byte")
    func example() throws {
        let subscription = try #require(PushSubscription(Self.subscription))
        let salt = try #require(Base64.urlSafe.decoded("DGv6ra1nlYgDCS1FRnbzlw"))
        let body = try #require(
            PushMessage.encrypted(
                Array("When I grow up, I want to be a watermelon".utf8), for: subscription, by: key(Self.server),
                salt: salt, filling: 0))
        #expect(Base64.urlSafe.encoded(body) == Self.encrypted)
    }

    @Test("Two sides agree on a secret shared with no other")
    func agreement() throws {
        let (browser, server) = (try key(Self.browser), try key(Self.server))
        let secret = try #require(browser.secret(with: server.point))
        #expect(server.secret(with: browser.point) == secret)
        #expect(Base64.urlSafe.encoded(secret) == "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs")
        var generator = SystemRandomNumberGenerator()
        #expect(P256Key.random(using: &generator).secret(with: server.point) != secret)
    }

    @Test("An invalid key is refused")
    func keys() throws {
        let order = "FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551"
        let bytes = stride(from: 0, to: 64, by: 2).map { place in
            UInt8(order.dropFirst(place).prefix(2), radix: 16) ?? 0
        }
        #expect(P256Key(number: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(P256Key(number: bytes) == nil)
        #expect(P256Key(number: bytes.dropLast() + [0x50]) != nil)
        #expect(P256Key(number: [1]) == nil)
        var point = try key(Self.server).point
        #expect(P256Key.isPoint(point))
        let others: [[UInt8]] = [
            [], [0], Array(point.dropLast()), [2] + point.dropFirst(), [UInt8](repeating: 0, count: 65),
        ]
        for wrong in others {
            #expect(!P256Key.isPoint(wrong))
            #expect(try key(Self.browser).secret(with: wrong) == nil)
        }
        // Not on the curve: with such points an attacker would learn the private key bit by bit.
        point[64] ^= 1
        #expect(!P256Key.isPoint(point))
        #expect(try key(Self.browser).secret(with: point) == nil)
    }

    @Test("A subscription round-trips; one with a missing part or an invalid key is refused")
    func subscriptions() throws {
        let subscription = try #require(PushSubscription(Self.subscription))
        #expect(subscription.json == Self.subscription && PushSubscription(subscription.json) == subscription)
        let wrong: [JSONObject] = [
            [:], ["endpoint": "https://push.example.net/a"],
            ["endpoint": "https://push.example.net/a", "keys": ["auth": "BTBZMqHH6r4Tts7J_aSIgg"]],
            [
                "endpoint": "https://push.example.net/a",
                "keys": ["auth": "BTBZ", "p256dh": .string(Base64.urlSafe.encoded(subscription.publicKey))],
            ],
            [
                "endpoint": "http://push.example.net/a",
                "keys": [
                    "auth": "BTBZMqHH6r4Tts7J_aSIgg", "p256dh": .string(Base64.urlSafe.encoded(subscription.publicKey)),
                ],
            ],
            [
                "endpoint": "https://push.example.net/a",
                "keys": [
                    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
                    "p256dh": .string(Base64.urlSafe.encoded(subscription.publicKey.dropLast() + [0])),
                ],
            ],
        ]
        for json in wrong { #expect(PushSubscription(json) == nil, "\(json.canonicalText)") }
    }

    @Test("Texts up to the limit fit a record and reveal only their length rounded to half a KiB; all bodies differ")
    func lengths() throws {
        let subscription = try #require(PushSubscription(Self.subscription))
        var generator = SystemRandomNumberGenerator()
        let key = PushKey.random(using: &generator)
        let topic = DocumentID.random(using: &generator)
        func body(_ count: Int) throws -> [UInt8] {
            let message = try #require(
                PushMessage([UInt8](repeating: 0x61, count: count), about: topic, keptFor: 60))
            let request = message.request(
                to: subscription, by: key, contact: nil, at: Timestamp(seconds: 0), using: &generator)
            return try #require(request).body
        }
        #expect(try Set([0, 1, 100, 511].map { try body($0).count }) == [86 + 512 + 17])
        #expect(try body(512).count == 86 + 1024 + 17)
        #expect(try body(PushMessage.longest).count == 4096)
        #expect(PushMessage([UInt8](repeating: 0, count: PushMessage.longest + 1), about: topic, keptFor: 60) == nil)
        #expect(try Set((0..<20).map { _ in try body(10) }).count == 20)
    }

    @Test("A request has a token for that push service alone, signed with the server's key, and no line break anywhere")
    func token() throws {
        let subscription = try #require(PushSubscription(Self.subscription))
        var generator = SystemRandomNumberGenerator()
        let key = PushKey.random(using: &generator)
        #expect(PushKey(stored: key.stored) == key && PushKey(stored: "AAAA") == nil)
        let topic = DocumentID.random(using: &generator)
        let request = try #require(
            PushMessage([], about: topic, keptFor: 60)?.request(
                to: subscription, by: key, contact: "https://home.example", at: Timestamp(seconds: 1000),
                using: &generator))
        let headers = Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value) })
        #expect(headers["TTL"] == "60" && headers["Urgency"] == "high" && headers["Content-Encoding"] == "aes128gcm")
        #expect(headers["Topic"].map { $0.utf8.count <= 32 && Base64.urlSafe.decoded($0) == topic.bytes } == true)
        #expect(request.headers.allSatisfy { $0.value.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
        let authorization = try #require(headers["Authorization"])
        #expect(authorization.hasPrefix("vapid t=") && authorization.hasSuffix(", k=\(key.publicText)"))
        let parts = authorization.dropFirst("vapid t=".count).prefix { $0 != "," }.split(separator: ".")
        try #require(parts.count == 3)
        let text = try #require(Base64.urlSafe.decoded(String(parts[1])))
        let claims = try JSONObject.parse(text)
        #expect(claims == ["aud": "https://push.example.net", "exp": 44_200, "sub": "https://home.example"])
        #expect(Base64.urlSafe.decoded(String(parts[2]))?.count == 64)
    }

    @Test("The status tells whether a message was accepted, was refused, or its subscription has ended")
    func outcomes() {
        #expect([200, 201, 202, 204].allSatisfy { PushOutcome(status: $0) == .taken })
        #expect([404, 410].allSatisfy { PushOutcome(status: $0) == .ended })
        #expect(
            [301, 400, 403, 413, 429, 500].allSatisfy { PushOutcome(status: $0) == .refused(status: $0, pause: nil) })
    }

    @Test(
        "A push service may request a pause, capped at a day",
        arguments: [
            ("120", 120), ("0", 0), ("86401", 86_400), ("99999999999999999999", 86_400), ("", nil), ("-1", nil),
            ("1.5", nil),
            ("Sun, 06 Nov 1994 08:49:37 GMT", nil), ("٣", nil),
        ])
    func pauses(text: String, seconds: Int?) {
        #expect(PushOutcome(status: 429, retryAfter: text) == .refused(status: 429, pause: seconds))
        #expect(PushOutcome(status: 201, retryAfter: text) == .taken)
    }
}
