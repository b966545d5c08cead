// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskSignIn
import TestSupport
import Testing

@Suite("Guess limits and secrets")
struct GuessLimitTests {
    private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: 1_795_000_000 + seconds) }

    @Test("Ten wrong guesses are free, then one per minute; other networks are not affected")
    func burst() {
        var limit = GuessLimit()
        for _ in 0..<10 {
            #expect(limit.wait(of: ["a"], at: time(0)) == 0)
            limit.count(["a"], at: time(0))
        }
        #expect(limit.wait(of: ["a"], at: time(0)) == 60)
        #expect(limit.wait(of: ["a"], at: time(59)) == 1)
        #expect(limit.wait(of: ["b"], at: time(0)) == 0)
        #expect(limit.wait(of: ["a"], at: time(60)) == 0)
        limit.count(["a"], at: time(60))
        #expect(limit.wait(of: ["a"], at: time(60)) == 60)
        #expect(limit.wait(of: ["a"], at: time(3600)) == 0)
    }

    @Test("Attempts are counted until the limit is reached, and then cost nothing more")
    func taking() {
        var limit = GuessLimit(burst: 2, interval: 60)
        let waits = [("a", 0), ("a", 0), ("a", 0), ("a", 0), ("b", 0), ("a", 60), ("a", 60)].map { network, seconds in
            limit.countAttempt([network], at: time(Int64(seconds)))
        }
        #expect(waits == [0, 0, 60, 60, 0, 0, 60])
    }

    @Test("Taking back an attempt undoes its count, and never raises the limit")
    func takingBack() {
        var limit = GuessLimit(burst: 2, interval: 60)
        for network in ["a", "a", "b", "b"] { limit.count([network], at: time(0)) }
        limit.takeBack(["a"])
        limit.takeBack(["c"])
        #expect(["a", "b", "c"].map { limit.wait(of: [$0], at: time(0)) } == [0, 60, 0])
        limit.takeBack(["a"])
        let waits = (0..<3).map { _ in limit.countAttempt(["a"], at: time(0)) }
        #expect(waits == [0, 0, 60])
    }

    @Test("Taking back an attempt of a network that is not counted separately lowers the shared count")
    func takingBackOfOthers() {
        var limit = GuessLimit(burst: 1, interval: 60, capacity: 1)
        for network in ["a", "b"] { limit.count([network], at: time(0)) }
        #expect(limit.wait(of: ["c"], at: time(0)) == 60)
        limit.takeBack(["b"])
        #expect(limit.wait(of: ["c"], at: time(0)) == 0 && limit.wait(of: ["a"], at: time(0)) == 60)
    }

    @Test("A bounded number of networks is counted separately, and the others share one limit")
    func capacity() {
        var limit = GuessLimit(burst: 2, interval: 60, capacity: 3)
        for network in ["a", "b", "c", "d", "e"] { limit.count([network], at: time(0)) }
        #expect(["a", "b", "c"].allSatisfy { limit.wait(of: [$0], at: time(0)) == 0 })
        #expect(["d", "e", "f"].allSatisfy { limit.wait(of: [$0], at: time(0)) > 0 })
        // Idle networks are forgotten and make room.
        limit.count(["g"], at: time(1000))
        limit.count(["g"], at: time(1000))
        #expect(limit.wait(of: ["g"], at: time(1000)) > 0 && limit.wait(of: ["h"], at: time(1000)) == 0)
    }

    @Test("Many addresses of one site or provider do not multiply guesses, nor displace other networks")
    func widths() {
        var limit = GuessLimit(burst: 2, interval: 60, capacity: 100)
        func network(_ site: Int, _ house: Int) -> [String] { ["p.\(site).\(house)", "p.\(site)", "p"] }
        let ofSite = (0..<1000).count { limit.countAttempt(network(0, $0), at: time(0)) == 0 }
        #expect(ofSite == 16)
        let ofProvider = (1..<1000).count { limit.countAttempt(network($0, 0), at: time(0)) == 0 }
        #expect(ofProvider == 128 - 16)
        #expect(limit.countAttempt(["q.0.0", "q.0", "q"], at: time(0)) == 0, "another provider's are counted apart")
        #expect(
            limit.wait(of: network(2000, 0), at: time(0)) > 0 && limit.ownWait(of: network(2000, 0), at: time(0)) == 0)
        // A provider regains one guess per second, a site one per eight seconds.
        #expect(limit.wait(of: network(2000, 0), at: time(1)) == 0)
    }

    @Test("A secret has 160 random bits, is accepted in either case, and does not print itself")
    func secret() {
        var generator = SeededGenerator()
        let secrets = (0..<1000).map { _ in Secret.random(using: &generator) }
        #expect(Set(secrets).count == 1000, "\(generator.note)")
        for secret in secrets {
            #expect(Secret(secret.text.uppercased()) == secret)
            #expect(!"\(secret)".contains(secret.text))
        }
        #expect(Set(secrets.flatMap { Array($0.text) }).count == 32)
        for text in ["", "a", String(repeating: "1", count: 32), String(repeating: "a", count: 33), "ä"] {
            #expect(Secret(text) == nil)
        }
    }
}
