// SPDX-License-Identifier: Apache-2.0

extension TimeZoneFooter {
    /// Parses a POSIX TZ string; nil if it is malformed. A zone with daylight-saving time must have the dates on which
    /// it begins and ends, since the standard does not define a default.
    init?(posix text: ArraySlice<UInt8>) {
        guard text.count <= 512 else { return nil }
        var reader = Reader(rest: text)
        guard let name = reader.name(), let west = reader.clock(upTo: 24) else { return nil }
        standard = .init(offset: -west, isDaylight: false, abbreviation: name)
        if reader.rest.isEmpty {
            daylight = nil
            return
        }
        guard let daylightName = reader.name() else { return nil }
        var offset = standard.offset + 3_600
        if reader.rest.first != UInt8(ascii: ",") {
            guard let west = reader.clock(upTo: 24) else { return nil }
            offset = -west
        }
        guard reader.skip(","), let start = reader.takeChange(), reader.skip(","), let end = reader.takeChange(),
            reader.rest.isEmpty
        else { return nil }
        daylight = Daylight(
            localTime: .init(offset: offset, isDaylight: true, abbreviation: daylightName), start: start, end: end)
    }

    /// Whether a byte may occur in the abbreviation of a local time.
    static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// A cursor over the string, with methods for the parts of the grammar.
    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        /// A name of three or more letters; in angle brackets, also of digits and signs.
        mutating func name() -> String? {
            let quoted = skip("<")
            let name = rest.prefix(while: quoted ? TimeZoneFooter.isNameByte : TimeZoneFooter.isLetter)
            guard name.count >= 3 else { return nil }
            rest = rest.dropFirst(name.count)
            if quoted, !skip(">") { return nil }
            return String(decoding: name, as: UTF8.self)
        }

        mutating func number(upTo limit: Int) -> Int? {
            let run = rest.prefix(while: TimeZoneFooter.isDigit)
            guard run.count <= 3, let value = decimal(run), value <= limit else { return nil }
            rest = rest.dropFirst(run.count)
            return value
        }

        /// Reads `[+-]hh[:mm[:ss]]` and returns seconds; nil if a part is missing or out of range.
        mutating func clock(upTo hours: Int) -> Int? {
            let negative = skip("-")
            if !negative { _ = skip("+") }
            guard var seconds = number(upTo: hours).map({ $0 * 3_600 }) else { return nil }
            for unit in [60, 1] where skip(":") {
                guard let value = number(upTo: 59) else { return nil }
                seconds += value * unit
            }
            return negative ? -seconds : seconds
        }

        mutating func takeChange() -> Change? {
            guard let day = day() else { return nil }
            guard skip("/") else { return Change(day: day, seconds: 7_200) }
            return clock(upTo: 167).map { Change(day: day, seconds: $0) }
        }

        private mutating func day() -> Day? {
            if skip("J") { return number(upTo: 365).flatMap { $0 >= 1 ? .withoutLeapDay($0) : nil } }
            guard skip("M") else { return number(upTo: 365).map { .withLeapDay($0) } }
            guard let month = number(upTo: 12), month >= 1, skip("."), let week = number(upTo: 5), week >= 1, skip("."),
                let weekday = number(upTo: 6)
            else { return nil }
            return .weekday(month: month, week: week, weekday: weekday)
        }
    }
}
