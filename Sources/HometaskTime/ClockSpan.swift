// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The hours from one time of day to another, such as a member's quiet hours; they may extend past midnight.
public struct ClockSpan: Hashable, Sendable {
    /// The beginning of the span, inclusive.
    public let from: TimeOfDay
    /// The end of the span, exclusive.
    public let to: TimeOfDay

    /// Creates a span; nil if it would begin and end at the same time.
    public init?(from: TimeOfDay, to: TimeOfDay) {
        if from == to { return nil }
        self.from = from
        self.to = to
    }

    /// Parses a span from a document value; nil if the value is not a span.
    public init?(_ json: JSON?) {
        guard let from = json?["from"]?.stringValue.flatMap(TimeOfDay.init(hourAndMinute:)),
            let to = json?["to"]?.stringValue.flatMap(TimeOfDay.init(hourAndMinute:))
        else { return nil }
        self.init(from: from, to: to)
    }

    /// Parses a span as typed by users, `21:00-07:00`; an en dash and white space around the times are allowed. Nil for
    /// anything else.
    public init?(text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
        guard parts.count == 2, let from = Self.time(parts[0]), let to = Self.time(parts[1]) else { return nil }
        self.init(from: from, to: to)
    }

    private static func time(_ text: Substring) -> TimeOfDay? {
        var text = text.drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return TimeOfDay(hourAndMinute: String(text))
    }

    /// The span as stored in documents.
    public var json: JSON { ["from": .string(from.hourAndMinute), "to": .string(to.hourAndMinute)] }

    /// The span as typed by users.
    public var text: String { "\(from.hourAndMinute)-\(to.hourAndMinute)" }

    /// Returns the end of the span that contains an instant; nil if the instant is outside the span.
    public func end(at instant: Timestamp, in zone: TimeZoneRules) -> Timestamp? {
        let civil = zone.civil(at: instant)
        guard contains(civil.time) else { return nil }
        let isNextDay = from > to && civil.time >= from
        let date = isNextDay ? civil.date.adding(days: 1) : civil.date
        let end = zone.timestamp(of: CivilTime(date: date, time: to))
        if end > instant { return end }
        // The clock was put back across the end, so it shows these hours once more.
        var later = instant
        repeat { later = Timestamp(seconds: later.seconds + 60) } while contains(zone.civil(at: later).time)
        return later
    }

    /// Whether the span extends past midnight.
    public var spansMidnight: Bool { from > to }

    /// Whether the span contains a time of day.
    public func contains(_ time: TimeOfDay) -> Bool {
        from < to ? from <= time && time < to : time >= from || time < to
    }
}
