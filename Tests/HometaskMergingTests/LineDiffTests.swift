// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HometaskMerging

@Suite("The line diff")
struct LineDiffTests {
    /// Steps in shorthand: `=` kept, `~` edited, `-` cut, `+` added.
    static func steps(_ old: String, _ new: String) -> String {
        LineDiff.steps(from: old.map(String.init), to: new.map(String.init)).map { step in
            switch step {
            case .keep(let old, let new): "=\(old)\(new)"
            case .edit(let old, let new): "~\(old)\(new)"
            case .cut(let old): "-\(old)"
            case .add(let new): "+\(new)"
            }
        }.joined(separator: " ")
    }

    static let vectors: [(String, String, String)] = [
        ("", "", ""),
        ("", "ab", "+0 +1"),
        ("ab", "", "-0 -1"),
        ("abc", "abc", "=00 =11 =22"),
        ("abc", "axc", "=00 ~11 =22"),
        ("abc", "axyc", "=00 ~11 +2 =23"),
        ("abcd", "axd", "=00 ~11 -2 =32"),
        ("ab", "ba", "-0 =10 +1"),
        ("abcabba", "cbabac", "-0 -1 =20 -3 =41 +2 =53 =64 +5"),
        ("aa", "a", "=00 -1"),
        ("aba", "a", "=00 -1 -2"),
    ]

    @Test(
        "The steps match the vectors, because every replica must read the same edit",
        arguments: vectors)
    func steps(_ vector: (String, String, String)) {
        #expect(Self.steps(vector.0, vector.1) == vector.2)
    }

    @Test("The steps of any two texts name each line once, in order, and keep only equal lines")
    func complete() {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        for _ in 0..<400 {
            let old = (0..<Int.random(in: 0...9, using: &generator)).map { _ in Int.random(in: 0..<4, using: &generator)
            }
            let new = (0..<Int.random(in: 0...9, using: &generator)).map { _ in Int.random(in: 0..<4, using: &generator)
            }
            var (olds, news): ([Int], [Int]) = ([], [])
            for step in LineDiff.steps(from: old, to: new) {
                switch step {
                case .keep(let i, let j):
                    #expect(old[i] == new[j], "\(SeededGenerator.note)")
                    olds.append(i)
                    news.append(j)
                case .edit(let i, let j):
                    olds.append(i)
                    news.append(j)
                case .cut(let i): olds.append(i)
                case .add(let j): news.append(j)
                }
            }
            #expect(olds == Array(old.indices) && news == Array(new.indices), "\(SeededGenerator.note)")
        }
    }

    @Test("Texts too large for the table are matched only at the beginning and end")
    func large() {
        let old = ["head"] + (0..<2100).map { "old \($0)" } + ["tail"]
        let new = ["head"] + (0..<2100).map { "new \($0)" } + ["tail"]
        let steps = LineDiff.steps(from: old, to: new)
        #expect(steps.first == .keep(old: 0, new: 0) && steps.last == .keep(old: 2101, new: 2101))
        #expect(steps.dropFirst().dropLast().allSatisfy { if case .edit = $0 { true } else { false } })
    }
}
