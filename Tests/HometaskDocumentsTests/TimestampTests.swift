// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import Testing

@Suite("Timestamps")
struct TimestampTests {
    @Test(
        "Known instants round-trip",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("2000-02-29T12:00:00Z", 951_825_600),
            ("2025-11-21T09:31:40Z", 1_763_717_500), ("2038-01-19T03:14:08Z", 2_147_483_648),
            ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("1900-03-01T00:00:00Z", -2_203_891_200),
        ] as [(String, Int64)])
    func known(text: String, seconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.seconds == seconds)
        #expect(Timestamp(seconds: seconds).rfc3339 == text)
    }

    @Test(
        "Any other form and any nonexistent moment is refused",
        arguments: [
            "", "2025-11-21", "2025-11-21T09:31:40", "2025-11-21T09:31:40z", "2025-11-21t09:31:40Z",
            "2025-11-21 09:31:40Z",
            "2025-11-21T09:31:40+00:00", "2025-11-21T09:31:40.0Z", "2025-11-21T09:31:60Z", "2025-11-21T24:00:00Z",
            "2025-11-21T09:60:40Z", "2025-13-21T09:31:40Z", "2025-00-21T09:31:40Z", "2025-11-00T09:31:40Z",
            "2025-11-31T09:31:40Z", "2025-02-29T09:31:40Z", "1900-02-29T09:31:40Z", "2025-1-021T09:31:40Z",
            "+025-11-21T09:31:40Z", "2025-11-21T09:31:4٣Z", " 2025-11-21T09:31:40Z", "2025-11-21T09:31:40Z\n",
        ])
    func refused(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("Instants outside the range of RFC 3339 are clamped")
    func clamped() {
        #expect(Timestamp(seconds: .max).rfc3339 == "9999-12-31T23:59:59Z")
        #expect(Timestamp(seconds: .min).rfc3339 == "0000-01-01T00:00:00Z")
    }

    @Test("Every third day of 400 years is written as by the C library, and round-trips")
    func allDays() {
        var wrong: [Timestamp] = []
        for day in stride(from: Int64(-80_000), to: 66_097, by: 3) {
            let timestamp = Timestamp(seconds: day * 86_400 + (day &* 7_919) & 0xFFFF)
            let text = timestamp.rfc3339
            if text != written(timestamp.seconds) || Timestamp(rfc3339: text) != timestamp { wrong.append(timestamp) }
        }
        #expect(wrong == [])
    }

    private func written(_ seconds: Int64) -> String {
        var parts = tm()
        var time = time_t(seconds)
        gmtime_r(&time, &parts)
        var buffer = [CChar](repeating: 0, count: 32)
        strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
