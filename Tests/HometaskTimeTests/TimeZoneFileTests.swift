// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import TestSupport
import Testing

@testable import HometaskTime

@Suite("Time zone files")
struct TimeZoneFileTests {
    /// A synthetic TZif file, with parts given by the test.
    static func file(
        version: Character = "2", times: [Int64] = [], indices: [UInt8] = [],
        types: [(offset: Int32, daylight: UInt8, name: UInt8)] = [(3_600, 0, 0), (7_200, 1, 4)],
        names: String = "AAA\0BBB\0", leapSeconds: Int = 0, footer: String? = ""
    ) -> [UInt8] {
        func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.bigEndian) { Array($0) }
        }
        func block(_ wide: Bool) -> [UInt8] {
            var bytes = Array("TZif".utf8) + Array(String(version).utf8) + [UInt8](repeating: 0, count: 15)
            for count in [0, 0, leapSeconds, times.count, types.count, names.utf8.count] {
                bytes += bigEndian(UInt32(count))
            }
            for time in times { bytes += wide ? bigEndian(time) : bigEndian(Int32(truncatingIfNeeded: time)) }
            bytes += indices
            for type in types { bytes += bigEndian(type.offset) + [type.daylight, type.name] }
            bytes += Array(names.utf8)
            bytes += [UInt8](repeating: 0, count: leapSeconds * (wide ? 12 : 8))
            return bytes
        }
        if version == "\0" { return block(false) }
        return block(false) + block(true) + (footer.map { Array("\n\($0)\n".utf8) } ?? [])
    }

    static func offset(_ bytes: [UInt8], at seconds: Int64) throws -> Int {
        try TimeZoneRules(identifier: "Test", tzif: bytes).offset(at: Timestamp(seconds: seconds))
    }

    @Test(
        "The table applies up to its last transition, then the footer", arguments: ["2", "3", "4"] as [Character])
    func tableThenFooter(version: Character) throws {
        let bytes = Self.file(version: version, times: [1_000, 2_000], indices: [1, 0], footer: "CCC-3")
        #expect(try Self.offset(bytes, at: 999) == 3_600)
        #expect(try Self.offset(bytes, at: 1_000) == 7_200)
        #expect(try Self.offset(bytes, at: 1_999) == 7_200)
        #expect(try Self.offset(bytes, at: 2_000) == 10_800)
    }

    @Test("Without a footer, the last local time type continues")
    func noFooter() throws {
        let bytes = Self.file(times: [1_000], indices: [1])
        #expect(try Self.offset(bytes, at: 4_000_000_000) == 7_200)
        #expect(try Self.offset(Self.file(version: "\0", times: [1_000], indices: [1]), at: 4_000_000_000) == 7_200)
    }

    @Test("An inconsistent file is refused with its reason")
    func inconsistentFiles() {
        let cases: [(String, [UInt8])] = [
            ("it is no TZif file", Array("TZig".utf8) + [UInt8](repeating: 0, count: 60)),
            ("it ends early", []),
            ("it ends early", Self.file(footer: nil)),
            ("its footer does not end", Self.file(footer: nil) + Array("\nCET-1".utf8)),
            ("its footer is no rule", Self.file(footer: "CET-1CEST")),
            ("its footer is missing", Self.file(footer: nil) + Array("CET-1\n".utf8)),
            ("a transition has no local time", Self.file(times: [1], indices: [2])),
            ("its transitions are unordered", Self.file(times: [2, 2], indices: [0, 1])),
            ("it has no local times, or too many", Self.file(types: [])),
            ("an offset is out of range", Self.file(types: [(.min, 0, 0)])),
            ("an offset is out of range", Self.file(types: [(93_600, 0, 0)])),
            ("an abbreviation is not one", Self.file(types: [(0, 0, 8)])),
            ("an abbreviation is not one", Self.file(names: "A\u{1b}A\0BBB\0")),
            ("an abbreviation is not one", Self.file(names: "AAA\0BBBB")),
            ("it counts leap seconds, which other programs' timestamps do not", Self.file(leapSeconds: 1)),
            ("it is larger than 1048576 bytes", [UInt8](repeating: 0, count: 1_048_577)),
        ]
        for (reason, bytes) in cases {
            #expect(throws: TimeZoneError(.damaged(reason), identifier: "Test")) {
                _ = try TimeZoneRules(identifier: "Test", tzif: bytes)
            }
        }
    }

    @Test("A file cut off anywhere is refused")
    func truncatedFiles() throws {
        let whole = Self.file(times: [1_000, 2_000], indices: [1, 0], footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        _ = try TimeZoneRules(identifier: "Test", tzif: whole)
        for length in 0..<whole.count {
            #expect(throws: TimeZoneError.self) {
                _ = try TimeZoneRules(identifier: "Test", tzif: Array(whole[..<length]))
            }
        }
    }

    @Test("A file with changed bytes is refused or usable, and never crashes")
    func damagedFiles() throws {
        var generator = SeededGenerator(usually: 20_261_121)
        let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Amsterdam")))
        for _ in 0..<2_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let near = Bool.random(using: &generator) ? 60 : bytes.count
                bytes[Int.random(in: 0..<near, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            guard let rules = try? TimeZoneRules(identifier: "Test", tzif: bytes) else { continue }
            for seconds in [Int64.min, 0, 1_700_000_000, 4_000_000_000, .max] {
                let civil = rules.civil(at: Timestamp(seconds: seconds))
                _ = rules.timestamp(of: civil)
                #expect(abs(rules.offset(at: Timestamp(seconds: seconds))) <= 26 * 3_600, "\(generator.note)")
            }
        }
    }

    @Test(
        "Footer rules take effect at their exact second",
        arguments: [
            // Central Europe in 2050: 27 March and 30 October, 01:00 UTC.
            ("CET-1CEST,M3.5.0,M10.5.0/3", 2_531_955_600, 3_600, 7_200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 2_550_704_400, 7_200, 3_600),
            // Ireland, where winter time is the exception: the same instants.
            ("IST-1GMT0,M10.5.0,M3.5.0/1", 2_531_955_600, 0, 3_600),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", 2_550_704_400, 3_600, 0),
            // Greenland formerly: Saturday 22:00 before the last Sunday, written with a negative hour.
            ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", 2_531_955_600 - 7_200 + 3_600 * 2, -10_800, -7_200),
            // Israel: Friday before the last Sunday of March, written as Thursday 26:00; 2050-03-25T00:00Z.
            ("IST-2IDT,M3.4.4/26,M10.5.0", 2_531_779_200, 7_200, 10_800),
            // Days counted without and with the leap day: 1 March 2048 and 29 February 2048, 02:00 UTC.
            ("AAA0BBB,J60,J300", 2_466_640_800, 0, 3_600),
            ("AAA0BBB,59,300", 2_466_554_400, 0, 3_600),
        ] as [(String, Int64, Int, Int)])
    func footerRules(text: String, change: Int64, before: Int, after: Int) throws {
        let bytes = Self.file(footer: text)
        #expect(try Self.offset(bytes, at: change - 1) == before)
        #expect(try Self.offset(bytes, at: change) == after)
    }

    @Test("A zone may have permanent daylight-saving time")
    func allYear() throws {
        let rules = try TimeZoneRules(identifier: "Test", tzif: Self.file(footer: "XXX3EDT4,0/0,J365/23"))
        for day in 0..<2_000 {
            for second in [0, 10_800, 14_399, 14_400, 18_000] {
                let seconds = 1_700_006_400 + Int64(day) * 86_400 + Int64(second)
                #expect(rules.offset(at: Timestamp(seconds: seconds)) == -14_400)
            }
        }
    }

    @Test(
        "Malformed rules are refused",
        arguments: [
            "C", "CET", "CET1x", "CET-25", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M10.5.0/168",
            "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
            "CET-1CEST,M3.5.7,M10.5.0",
            "CET-1CEST,J0,J300", "CET-1CEST,J366,J300", "CET-1CEST,366,300", "<CET-1", "<C>-1",
            "CET-1CEST,M3.5.0,M10.5.0,",
            "CET-1:60", "CET--1", ":Europe/Amsterdam", "CET-99999999999999999999",
        ])
    func wrongFooters(text: String) {
        #expect(throws: TimeZoneError(.damaged("its footer is no rule"), identifier: "Test")) {
            _ = try TimeZoneRules(identifier: "Test", tzif: Self.file(footer: text))
        }
    }
}
