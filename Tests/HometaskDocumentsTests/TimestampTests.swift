// SPDX-License-Identifier: Apache-2.0
import HometaskDocuments
import Testing

@Suite("Timestamps")
struct TimestampTests {
    @Test("The text of random instants of the years 1 to 9999 is Python's, and comes back")
    func againstPython() throws {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
        var seconds = [range.lowerBound, range.upperBound, -1, 0, 1, 951_782_399, 951_782_400, 4_107_542_400]
        seconds += (0..<3_000).map { _ in Int64.random(in: range, using: &generator) }
        let script = """
            import datetime, sys
            for line in sys.stdin:
                time = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=int(line))
                print(time.isoformat() + "Z")
            """
        let theirs = try Python.run(["-c", script], input: seconds.map { "\($0)\n" }.joined()).split(separator: "\n")
        #expect(theirs.count == seconds.count)
        for (second, their) in zip(seconds, theirs) {
            let timestamp = Timestamp(seconds: second)
            #expect(timestamp.rfc3339 == their, "\(SeededGenerator.note)")
            #expect(Timestamp(rfc3339: timestamp.rfc3339) == timestamp, "\(SeededGenerator.note)")
        }
    }

    @Test("The year 0000 is read and written, and what is beyond either end is clamped")
    func ends() {
        #expect(Timestamp(seconds: .min).rfc3339 == "0000-01-01T00:00:00Z")
        #expect(Timestamp(seconds: .max).rfc3339 == "9999-12-31T23:59:59Z")
        #expect(Timestamp(rfc3339: "0000-02-29T12:00:00Z")?.rfc3339 == "0000-02-29T12:00:00Z")
        #expect(Timestamp(rfc3339: "0000-01-01T00:00:00Z") == Timestamp(seconds: .min))
    }

    @Test(
        "Anything but the exact form of an instant that exists is refused",
        arguments: [
            "", "2026-11-27", "2026-11-27T18:00Z", "2026-11-27T18:00:00", "2026-11-27t18:00:00Z",
            "2026-11-27T18:00:00z",
            "2026-11-27 18:00:00Z", "2026-11-27T18:00:00.0Z", "2026-11-27T18:00:00+00:00", "2026-11-27T24:00:00Z",
            "2026-11-27T18:60:00Z", "2026-11-27T23:59:60Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2026-00-01T00:00:00Z",
            "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-04-31T00:00:00Z", "+026-11-27T18:00:00Z",
            "2026-11-27T-1:00:00Z",
            " 2026-11-27T18:00:00Z", "2026-11-27T18:00:00Z\n", "٢٠26-11-27T18:00Z", "2026/11/27T18:00:00Z",
        ])
    func refusals(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }
}
