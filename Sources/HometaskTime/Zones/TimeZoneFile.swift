// SPDX-License-Identifier: Apache-2.0

/// A parser of the TZif format of RFC 9636, versions 1 to 4, for untrusted bytes.
struct TimeZoneFile {
    /// The maximum offset from UTC, in seconds (RFC 9636, section 3.2, allows -24:59:59 to 25:59:59).
    static let greatestOffset = 93_599
    /// The maximum size of a file in bytes, far above those of the time zone database.
    static let greatestSize = 1 << 20

    /// The counts in a header, in the order in which RFC 9636 lists them.
    private struct Header {
        let version: UInt8
        let indicatorsUT, indicatorsStandard, leapSeconds, transitions, types, characters: Int

        /// The size in bytes of the block that follows, for times of a given width.
        func blockSize(timeWidth: Int) -> Int {
            transitions * (timeWidth + 1) + types * 6 + characters + leapSeconds * (timeWidth + 4)
                + indicatorsStandard + indicatorsUT
        }
    }

    /// Why a file was rejected.
    struct Damage: Error {
        let reason: String
    }

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// Parses the bytes of a file.
    static func rules(identifier: String, bytes: [UInt8]) throws(Damage) -> TimeZoneRules {
        guard bytes.count <= greatestSize else { throw Damage(reason: "it is larger than \(greatestSize) bytes") }
        var file = TimeZoneFile(bytes: bytes[...], position: 0)
        return try file.rules(identifier: identifier)
    }

    private mutating func rules(identifier: String) throws(Damage) -> TimeZoneRules {
        var header = try readHeader()
        guard header.version >= UInt8(ascii: "2") else {
            let block = try readBlock(header, timeWidth: 4)
            return TimeZoneRules(
                identifier: identifier, first: block.first, transitions: block.transitions, footer: nil)
        }
        _ = try takeBytes(header.blockSize(timeWidth: 4))
        header = try readHeader()
        let block = try readBlock(header, timeWidth: 8)
        let footer = try readFooter()
        return TimeZoneRules(identifier: identifier, first: block.first, transitions: block.transitions, footer: footer)
    }

    private mutating func takeBytes(_ count: Int) throws(Damage) -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw Damage(reason: "it ends early") }
        defer { position += count }
        return bytes[position..<position + count]
    }

    private mutating func readHeader() throws(Damage) -> Header {
        guard try takeBytes(4).elementsEqual("TZif".utf8) else { throw Damage(reason: "it is no TZif file") }
        let version = try takeBytes(16).first ?? 0
        var counts: [Int] = []
        for _ in 0..<6 { counts.append(Int(integer(try takeBytes(4)))) }
        // All counts fit in 32 bits, so the sums below cannot overflow.
        guard counts.allSatisfy({ (0...Self.greatestSize).contains($0) }) else {
            throw Damage(reason: "a count in its header is out of range")
        }
        return Header(
            version: version, indicatorsUT: counts[0], indicatorsStandard: counts[1], leapSeconds: counts[2],
            transitions: counts[3], types: counts[4], characters: counts[5])
    }

    private mutating func readBlock(
        _ header: Header, timeWidth: Int
    ) throws(Damage) -> (first: TimeZoneRules.LocalTime, transitions: [TimeZoneRules.Transition]) {
        guard header.leapSeconds == 0 else {
            throw Damage(reason: "it counts leap seconds, which other programs' timestamps do not")
        }
        guard (1...256).contains(header.types) else { throw Damage(reason: "it has no local times, or too many") }
        let times = Array(try takeBytes(header.transitions * timeWidth))
        let indices = Array(try takeBytes(header.transitions))
        let records = Array(try takeBytes(header.types * 6))
        let names = Array(try takeBytes(header.characters))
        _ = try takeBytes(header.indicatorsStandard + header.indicatorsUT)
        let types = try localTimes(records, names: names)
        var transitions: [TimeZoneRules.Transition] = []
        transitions.reserveCapacity(indices.count)
        for (number, index) in indices.enumerated() {
            let start = integer(times[number * timeWidth..<(number + 1) * timeWidth])
            guard Int(index) < types.count else { throw Damage(reason: "a transition has no local time") }
            if let last = transitions.last, last.start >= start {
                throw Damage(reason: "its transitions are unordered")
            }
            transitions.append(.init(start: start, localTime: types[Int(index)]))
        }
        return (types[0], transitions)
    }

    private func localTimes(
        _ records: [UInt8], names: [UInt8]
    ) throws(Damage) -> [TimeZoneRules.LocalTime] {
        var result: [TimeZoneRules.LocalTime] = []
        for start in stride(from: 0, to: records.count, by: 6) {
            let offset = Int(integer(records[start..<start + 4]))
            guard abs(offset) <= Self.greatestOffset else { throw Damage(reason: "an offset is out of range") }
            guard let name = abbreviation(names, at: Int(records[start + 5])) else {
                throw Damage(reason: "an abbreviation is not one")
            }
            result.append(.init(offset: offset, isDaylight: records[start + 4] != 0, abbreviation: name))
        }
        return result
    }

    /// The name from a byte up to the next NUL: letters, digits, `+` and `-` (RFC 9636, section 3.2).
    private func abbreviation(_ names: [UInt8], at index: Int) -> String? {
        guard index < names.count, let end = names[index...].firstIndex(of: 0) else { return nil }
        let name = names[index..<end]
        guard name.allSatisfy(TimeZoneFooter.isNameByte) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func readFooter() throws(Damage) -> TimeZoneFooter? {
        guard try takeBytes(1).first == UInt8(ascii: "\n") else { throw Damage(reason: "its footer is missing") }
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) else {
            throw Damage(reason: "its footer does not end")
        }
        let text = try takeBytes(end - position)
        if text.isEmpty { return nil }
        guard let footer = TimeZoneFooter(posix: text) else { throw Damage(reason: "its footer is no rule") }
        return footer
    }

    /// A big-endian integer in two's complement.
    private func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
        var value: Int64 = (bytes.first ?? 0) >= 0x80 ? -1 : 0
        for byte in bytes { value = value << 8 | Int64(byte) }
        return value
    }
}
