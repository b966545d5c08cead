// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension TimeZoneRules {
    /// Returns the instant at which a clock in this zone shows a civil time.
    ///
    /// - A time that occurs twice, because the clock was put back, resolves to the first.
    /// - A time that does not exist, because the clock was put forward, is moved forward by the length of the gap:
    ///   02:30 on the last Sunday of March in Amsterdam is 03:30.
    ///
    /// RFC 5545 (section 3.3.5) requires both; Temporal calls this "compatible".
    public func timestamp(of civil: CivilTime) -> Timestamp {
        let clock = civil.secondsOnClock
        if let offset = onlyOffset(around: clock) { return Timestamp(seconds: clock - Int64(offset)) }
        let stretches = stretches(around: clock)
        for stretch in stretches {
            let instant = clock - Int64(stretch.offset)
            if instant >= stretch.start, instant < stretch.end { return Timestamp(seconds: instant) }
        }
        // Every instant is in a period, so a time that no period shows falls into a gap between two.
        let offset = gap(clock, between: stretches)?.before.offset ?? 0
        return Timestamp(seconds: clock - Int64(offset))
    }

    /// Returns the instant at which a day begins in this zone; where midnight is skipped, the first instant after the
    /// gap.
    public func startOfDay(_ date: CivilDate) -> Timestamp {
        let midnight = CivilTime(date: date, time: .midnight)
        let clock = midnight.secondsOnClock
        let stretches = stretches(around: clock)
        let skipped = gap(clock, between: stretches).map { Timestamp(seconds: $0.after.start) }
        let shown = timestamp(of: midnight)
        return shown.seconds + Int64(offset(at: shown)) == clock ? shown : skipped ?? shown
    }

    /// The maximum distance of a local time from UTC, in seconds.
    private static let reach = Int64(TimeZoneFile.greatestOffset) + 1

    /// The offset of the zone if it is constant around a local time; nil if it changes, or beyond the table. A fast
    /// path for lists, in which hardly any time is near a change.
    private func onlyOffset(around clock: Int64) -> Int? {
        let next = firstTransition(after: clock - Self.reach)
        guard next < transitions.count, transitions[next].start > clock + Self.reach else { return nil }
        return next == 0 ? first.offset : transitions[next - 1].localTime.offset
    }

    /// A period with one offset, from `start` up to but excluding `end`.
    private struct OffsetPeriod {
        let start: Int64
        let end: Int64
        let offset: Int
    }

    /// The offset periods, in order, that can apply to a local time.
    private func stretches(around clock: Int64) -> [OffsetPeriod] {
        let from = clock - Self.reach
        let to = clock + Self.reach
        var result: [OffsetPeriod] = []
        var start = Int64.min
        var offset = localTime(at: from).offset
        for transition in changes(after: from, upTo: to) {
            result.append(OffsetPeriod(start: start, end: transition.start, offset: offset))
            start = transition.start
            offset = transition.localTime.offset
        }
        result.append(OffsetPeriod(start: start, end: .max, offset: offset))
        return result
    }

    /// The periods before and after a gap that contains a local time.
    private func gap(_ clock: Int64, between stretches: [OffsetPeriod]) -> (before: OffsetPeriod, after: OffsetPeriod)?
    {
        zip(stretches, stretches.dropFirst()).first { before, after in
            clock >= before.end + Int64(before.offset) && clock < after.start + Int64(after.offset)
        }
    }

    /// The transitions of the table and of the footer in a range of time, in order.
    private func changes(after from: Int64, upTo to: Int64) -> [Transition] {
        var result: [Transition] = []
        var index = firstTransition(after: from)
        while index < transitions.count, transitions[index].start <= to {
            result.append(transitions[index])
            index += 1
        }
        let tableEnd = transitions.last?.start ?? .min
        guard let footer, to > tableEnd else { return result }
        result += footer.transitions(around: to).filter { $0.start > max(from, tableEnd) && $0.start <= to }
        return result
    }
}
