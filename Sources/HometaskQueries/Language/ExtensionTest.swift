// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// A condition of a query on a field that a plugin adds.
///
/// Only values of the expected type can match. A document may contain anything in such a field; a value of another type
/// is neither less nor greater than a value, nor equal to it.
public struct ExtensionTest: Hashable, Sendable {
    /// The condition on the value.
    public enum Condition: Hashable, Sendable {
        /// The field has any value.
        case any
        /// The value is a number within the range.
        case number(NumberSpan)
        /// The value is a date or time between both ends, inclusive; nil means that the range is open at that end.
        case time(from: Timestamp?, through: Timestamp?)
        /// The value is a string that contains this lower-case string, ignoring case.
        case text(String)
        /// The value is this string, or a list that contains this string, compared byte for byte.
        case element(ExactString)
        /// The value is this Boolean.
        case flag(Bool)
    }

    /// The field whose value is tested.
    public let name: ExtensionName
    /// The condition on the value.
    public let condition: Condition

    /// Creates a test of one field, without checking whether the condition suits the field's type.
    public init(_ name: ExtensionName, _ condition: Condition) {
        self.name = name
        self.condition = condition
    }

    /// Whether a value meets the condition; nil means no value.
    public func matches(_ value: JSON?, in zone: TimeZoneRules) -> Bool {
        guard let value, !value.isNull else { return false }
        switch (condition, value) {
        case (.any, _): return true
        case (.number(let span), .number(let number)): return span.contains(number.double)
        case (.time(let from, let through), .string(let text)):
            guard let time = ExtensionTime.instant(of: text, in: zone) else { return false }
            return (from.map { $0 <= time } ?? true) && (through.map { time <= $0 } ?? true)
        case (.text(let sought), .string(let text)): return FoldedText.folding(text).utf8.contains(run: sought.utf8)
        case (.element(let element), .string(let text)): return ExactString(text) == element
        case (.element(let element), .array(let values)):
            return values.contains { $0.stringValue.map { ExactString($0) == element } ?? false }
        case (.flag(let flag), .bool(let value)): return flag == value
        default: return false
        }
    }
}

/// A range of numbers; nil means that the range is open at that end.
public struct NumberSpan: Hashable, Sendable {
    /// The lower end, part of the range unless ``isWithoutEnds``; nil if there is none.
    public var from: Double?
    /// The upper end, part of the range unless ``isWithoutEnds``; nil if there is none.
    public var through: Double?
    /// Whether the ends are excluded.
    public var isWithoutEnds = false

    /// Creates a range; a range whose lower end is above its upper end is empty.
    public init(from: Double?, through: Double?, isWithoutEnds: Bool = false) {
        self.from = from
        self.through = through
        self.isWithoutEnds = isWithoutEnds
    }

    /// Creates the range of numbers that satisfy a comparison with a number; for `!=`, of the equal ones.
    init(_ comparison: QueryComparison, _ number: Double) {
        switch comparison {
        case .equal, .unequal: self.init(from: number, through: number)
        case .less: self.init(from: nil, through: number, isWithoutEnds: true)
        case .atMost: self.init(from: nil, through: number)
        case .greater: self.init(from: number, through: nil, isWithoutEnds: true)
        case .atLeast: self.init(from: number, through: nil)
        }
    }

    /// Whether the range contains a number.
    public func contains(_ number: Double) -> Bool {
        isWithoutEnds
            ? (from.map { $0 < number } ?? true) && (through.map { number < $0 } ?? true)
            : (from.map { $0 <= number } ?? true) && (through.map { number <= $0 } ?? true)
    }
}

/// Dates and times in the fields of plugins, in JSON Schema's formats `date` and `date-time` (RFC 3339, section 5.6;
/// without leap seconds).
public enum ExtensionTime {
    /// Parses a date, as the start of that day, or a time with any offset; nil for any other text.
    public static func instant(of text: String, in zone: TimeZoneRules) -> Timestamp? {
        guard text.utf8.count <= 40 else { return nil }
        if let day = CivilDate(iso: text) { return zone.startOfDay(day) }
        return instant(of: text)
    }

    /// Parses a time with any offset, discarding fractions of a second; nil for any other text.
    public static func instant(of text: String) -> Timestamp? {
        let bytes = Array(text.utf8.prefix(41)).map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
        guard bytes.count >= 20,
            let local = Timestamp(rfc3339: String(decoding: bytes[..<19], as: UTF8.self) + "Z")
        else { return nil }
        var rest = bytes[19...]
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            if digits.isEmpty { return nil }
            rest = rest.dropFirst(1 + digits.count)
        }
        if rest.elementsEqual("Z".utf8) { return local }
        guard let offset = offset(Array(rest)) else { return nil }
        return Timestamp(seconds: local.seconds - offset)
    }

    /// Parses an offset such as `+01:30` and returns it in seconds from UTC.
    private static func offset(_ text: [UInt8]) -> Int64? {
        guard text.count == 6, text[3] == UInt8(ascii: ":"), text[0] == 0x2B || text[0] == 0x2D else { return nil }
        let digits = [text[1], text[2], text[4], text[5]].map { Int64($0) - 0x30 }
        guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        guard hours < 24, minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (text[0] == 0x2D ? -1 : 1)
    }
}
