// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@testable import HometaskSignIn

@Suite("Challenges for passkeys")
struct PasskeyChallengesTests {
    private var generator = SystemRandomNumberGenerator()
    private var challenges = PasskeyChallenges(capacity: 3)
    private let one = DocumentID.some()
    private let two = DocumentID.some()

    private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: 1_795_000_000 + seconds) }

    private mutating func expectRefusal(
        _ text: String, for phone: DocumentID? = nil, at seconds: Int64,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: PasskeyFault.self, sourceLocation: sourceLocation) {
            try challenges.end(text, for: phone, at: time(seconds))
        }
        #expect(error?.code == .challenge, sourceLocation: sourceLocation)
    }

    @Test("A challenge is unique, and valid once within five minutes")
    mutating func once() throws {
        let (first, second) = (
            challenges.begin(at: time(0), using: &generator), challenges.begin(at: time(0), using: &generator)
        )
        #expect(first.text != second.text && first.text.count == 43 && first.expires == time(300))
        try challenges.end(first.text, at: time(299))
        expectRefusal(first.text, at: 299)
        expectRefusal(second.text, at: 300)
        expectRefusal("", at: 0)
        expectRefusal(first.text.uppercased(), at: 0)
    }

    @Test("A sign-in challenge adds no passkey, and a challenge to add one is bound to its phone")
    mutating func purpose() throws {
        for (phone, wrong) in [(nil, one), (one, nil), (one, two)] as [(DocumentID?, DocumentID?)] {
            let challenge = challenges.begin(for: phone, at: time(0), using: &generator)
            expectRefusal(challenge.text, for: wrong, at: 1)
            // The failed attempt has ended it.
            expectRefusal(challenge.text, for: phone, at: 1)
        }
    }

    @Test("A bounded number of challenges is kept: the newest, and one per phone")
    mutating func bounded() throws {
        let all = (0..<5).map { challenges.begin(at: time(Int64($0)), using: &generator) }
        for old in all[..<2] { expectRefusal(old.text, at: 10) }
        for new in all[2...] { try challenges.end(new.text, at: time(10)) }
        let other = challenges.begin(for: two, at: time(10), using: &generator)
        let begun = (0..<5).map { _ in challenges.begin(for: one, at: time(10), using: &generator) }
        for old in begun.dropLast() { expectRefusal(old.text, for: one, at: 10) }
        for (challenge, phone) in [(begun[4], one), (other, two)] {
            try challenges.end(challenge.text, for: phone, at: time(10))
        }
    }
}
