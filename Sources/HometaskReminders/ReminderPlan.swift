// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// The reminders of one task for one member at a given time. The plan depends only on the documents and the time, so
/// all devices with the same documents compute the same plan.
public struct ReminderPlan: Hashable, Sendable {
    /// The reminders that are due. Only the latest nag is included, because it replaces earlier ones.
    public private(set) var past: [PlannedReminder] = []
    /// The known upcoming reminders; for nags only the next one.
    public private(set) var future: [PlannedReminder] = []

    private let task: TaskRecord
    private let member: MemberRecord
    private let zone: TimeZoneRules
    private let time: Timestamp

    /// The time of day at which a whole day counts as due, unless the member has set another: 09:00.
    public static let usualTimeOfDay = TimeOfDay(secondOfDay: 9 * 3_600)
    /// The default reminders: one when the task is due.
    public static let usual: [ReminderTime] = [.before(.zero)]

    /// Creates a plan. The caller must check whether the task is blocked.
    ///
    /// - Parameters:
    ///   - task: the task, whose own reminders replace those of the member and the family.
    ///   - member: the member to remind, whose time of day and quiet hours apply.
    ///   - defaults: the family's reminders, for members without their own settings.
    ///   - zone: the family's time zone.
    ///   - time: the time that separates due reminders from upcoming ones.
    public init(
        _ task: TaskRecord, for member: MemberRecord, defaults: [ReminderTime]?, in zone: TimeZoneRules,
        asOf time: Timestamp
    ) {
        self.task = task
        self.member = member
        self.zone = zone
        self.time = time
        guard task.isOpen, !task.isDeleted else { return }
        for reminder in task.reminders ?? member.reminders ?? defaults ?? Self.usual { add(reminder) }
        addNags()
        if let until = task.snooze { add(.snoozed(until: until), at: until) }
        past.sort { ($0.due, $0.occasion.text) < ($1.due, $1.occasion.text) }
        future.sort { ($0.due, $0.occasion.text) < ($1.due, $1.occasion.text) }
    }

    /// The instant from which durations before the due time are counted; nil if the task has no date.
    private var deadline: Timestamp? {
        switch task.due {
        case .day(let date):
            zone.timestamp(of: CivilTime(date: date, time: member.remindAt ?? Self.usualTimeOfDay))
        case .instant(let instant, _): instant
        case nil: nil
        }
    }

    private mutating func add(_ reminder: ReminderTime) {
        switch reminder {
        case .before(let length):
            guard let due = task.due, let deadline else { return }
            add(.before(length, due: due), at: length.before(deadline, in: dueZone))
        case .at(let instant): add(.at(instant), at: instant)
        }
    }

    /// The time zone of a date: the date's own, if it has one.
    private var dueZone: TimeZoneRules {
        guard case .instant(_, let name?) = task.due else { return zone }
        return (try? TimeZoneRules(identifier: name)) ?? zone
    }

    private mutating func add(_ occasion: ReminderOccasion, at instant: Timestamp) {
        // A snooze replaces all reminders that would have come before its end.
        if let snooze = task.snooze, instant < snooze { return }
        let shown = max(instant, task.wait?.beginning(in: zone) ?? instant)
        let due = member.quietHours?.end(at: shown, in: zone) ?? shown
        let reminder = PlannedReminder(occasion, due: due)
        if due <= time { past.append(reminder) } else { future.append(reminder) }
    }

    /// Adds the latest nag and the next one.
    private mutating func addNags() {
        guard let every = task.nag, let due = task.due, let deadline,
            let step = NagSteps(every, from: deadline, zone: dueZone)
        else { return }
        if let latest = step.latest(at: time) { add(.nag(every: every, due: due, at: latest), at: latest) }
        let next = step.next(after: max(time, task.snooze.map { Timestamp(seconds: $0.seconds - 1) } ?? time))
        add(.nag(every: every, due: due, at: next), at: next)
    }
}

/// The instants of a nag, at regular intervals from the first.
private struct NagSteps {
    let every: ISODuration
    let first: Timestamp
    let zone: TimeZoneRules
    private let length: Int64

    /// Creates the steps; nil if the interval is zero. Intervals shorter than a minute are extended to a minute.
    init?(_ every: ISODuration, from first: Timestamp, zone: TimeZoneRules) {
        guard every != .zero else { return nil }
        self.every = every.days == 0 && every.seconds < 60 ? ISODuration(seconds: 60) ?? every : every
        self.first = first
        self.zone = zone
        length = self.every.approximateSeconds
    }

    /// Returns the latest instant up to a time; nil before the first.
    func latest(at time: Timestamp) -> Timestamp? {
        if time < first { return nil }
        // A clock change shifts intervals of whole days by an hour or so, which is less than one interval.
        let count = (time.seconds - first.seconds) / length
        return [count + 1, count, count - 1].lazy.map(instant).first { $0 <= time }
    }

    func next(after time: Timestamp) -> Timestamp {
        if time < first { return first }
        let count = (time.seconds - first.seconds) / length
        return [count, count + 1, count + 2].lazy.map(instant).first { $0 > time } ?? instant(count + 2)
    }

    private func instant(_ count: Int64) -> Timestamp {
        if count <= 0 { return first }
        guard every.days > 0 else { return Timestamp(seconds: first.seconds + length * count) }
        let civil = zone.civil(at: first)
        let date = civil.date.adding(days: Int(count) * every.days)
        let start = zone.timestamp(of: CivilTime(date: date, time: civil.time))
        return Timestamp(seconds: start.seconds + count * Int64(every.seconds))
    }
}

/// One reminder of a task to one member.
public struct PlannedReminder: Hashable, Sendable {
    /// The occasion, such as the end of a snooze.
    public let occasion: ReminderOccasion
    /// When it is due: not while the task is hidden or snoozed, and at the end of quiet hours if it would otherwise
    /// fall into them.
    public let due: Timestamp

    /// Creates a reminder; `due` must already take hiding, snoozing and quiet hours into account.
    public init(_ occasion: ReminderOccasion, due: Timestamp) {
        self.occasion = occasion
        self.due = due
    }
}
