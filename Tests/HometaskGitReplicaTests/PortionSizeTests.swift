// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HometaskGitReplica

@Suite("The size of photo portions")
struct PortionSizeTests {
    /// Portion sizes over a line of the given bandwidth, with half a second of overhead per portion.
    private func sizes(_ address: String, bytesPerSecond: Double, count: Int) -> [Int] {
        var size = PortionSize(for: address)
        return (0..<count).map { _ in
            defer {
                size.adapt(
                    afterSending: size.bytes, in: .seconds(0.5 + Double(size.bytes) / bytesPerSecond))
            }
            return size.bytes
        }
    }

    @Test("Portions soon take about twenty seconds at any bandwidth", arguments: [1e4, 2e5, 1e6, 1e7])
    func aim(bytesPerSecond: Double) throws {
        let last = try #require(sizes("host:family.git", bytesPerSecond: bytesPerSecond, count: 8).last)
        let seconds = Double(last) / bytesPerSecond
        #expect((15...21).contains(seconds) || last == 1 << 20, "\(last) bytes take \(seconds) s")
    }

    @Test("Portions are between a megabyte and a gigabyte; the maximum for a web server is lower")
    func limits() {
        #expect(sizes("host:family.git", bytesPerSecond: 100, count: 5).last == 1 << 20)
        #expect(
            sizes("host:family.git", bytesPerSecond: 1e12, count: 5) == [8, 128, 1024, 1024, 1024].map { $0 << 20 })
        #expect(sizes("https://host/family.git", bytesPerSecond: 1e12, count: 3) == [8, 64, 64].map { $0 << 20 })
    }

    @Test("A slower line shrinks portions at once, at most to a quarter")
    func slower() {
        var size = PortionSize(for: "host:family.git")
        size.adapt(afterSending: size.bytes, in: .zero)
        #expect(size.bytes == 128 << 20)
        size.adapt(afterSending: size.bytes, in: .seconds(4000))
        #expect(size.bytes == 32 << 20)
        size.adapt(afterSending: 100, in: .seconds(4000))
        #expect(size.bytes == 8 << 20)
        size.adapt(afterSending: 100, in: .seconds(1))
        #expect(size.bytes == 8 << 20, "so few bytes say nothing")
    }
}
