// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskMerging
package import HometaskTime

/// The step from an occurrence of a series to the next: what the next one begins with, from values of this one alone.
package struct SeriesStep {
    private let document: Document
    private let rule: RecurrenceRule
    private let series: [FieldName: SeriesValue]
    private let zone: TimeZoneRules
    /// The fields of this occurrence that wait for somebody to choose.
    private let contested: Set<FieldName>

    /// - Parameters:
    ///   - document: the occurrence.
    ///   - familyZone: the zone of times that name none.
    /// - Returns: nil if the task does not recur.
    /// - Throws: `RecurrenceRuleError` where its rule cannot be read.
    package init?(from document: Document, familyZone: TimeZoneRules) throws(RecurrenceRuleError) {
        guard let text = document["repeat"]?.stringValue else { return nil }
        rule = try RecurrenceRule(text)
        self.document = document
        contested = Set(document.conflicts.map { $0.field })
        let values = SeriesValue.all(document["series"])
        series = Dictionary(keepingFirst: values.map { ($0.field, $0) })
        let name = (series["due"]?.value ?? document["due"])?["zone"]?.stringValue
        zone = name.flatMap { try? TimeZoneRules(identifier: $0) } ?? familyZone
    }

    /// The values that the next occurrence begins with, by field; nil if the series ends with this one.
    ///
    /// - Parameter done: when this one was done.
    package func next(done: Timestamp) -> [FieldName: JSON]? {
        let clock = zone.civil(at: done)
        switch rule.basis {
        case .due: return rule.next(after: own ?? RecurrenceSlot(date: clock.date), doneAt: clock, in: zone).map(values)
        case .done: return slot(from: clock.date).map { values(at: $0, rule.following) }
        }
    }

    /// The values with which this one moves on to the time that follows, without being done; nil if none follows.
    package func skipped(at time: Timestamp) -> [FieldName: JSON]? {
        let day = zone.civil(at: time).date
        switch rule.basis {
        case .due:
            let slot = rule.slot(after: own ?? RecurrenceSlot(date: day), in: zone)
            return slot.map { values(at: $0, rule.following) }
        case .done: return slot(from: day).map { values(at: $0, rule.following) }
        }
    }

    /// The values with which this one moves on over all times that were missed, to the first that is not past; nil if
    /// none is left.
    package func movedToNow(at time: Timestamp) -> [FieldName: JSON]? {
        guard rule.basis == .due, let own else { return skipped(at: time) }
        return rule.slot(after: own, toComeAt: zone.civil(at: time), in: zone).map(values)
    }

    /// Whether the time of this one in the series is past.
    package func isMissed(at time: Timestamp) -> Bool { own?.isPast(at: zone.civil(at: time)) ?? false }

    /// The same where this one has been moved on, by `skip` on another device, while it was done: its own date is the
    /// next.
    package func current() -> [FieldName: JSON]? {
        own.map { values(at: $0, rule) }
    }

    /// Whether this one has been moved on to the date of the one that follows it, or past it. A date that is counted
    /// from when this one was done says nothing of that.
    package func isMovedOn(to next: JSON?) -> Bool {
        guard rule.basis == .due, let due = Due(value(of: "due")), let next = Due(next) else { return false }
        return due.deadline(in: zone) >= next.deadline(in: zone)
    }

    private func values(at slot: RecurrenceSlot, _ rule: RecurrenceRule) -> [FieldName: JSON] {
        var values: [FieldName: JSON] = [:]
        for field in Series.fields + extensions { values[field] = value(of: field) }
        for field in ["created", "order"] as [FieldName] { values[field] = document[field] }
        let due = due(at: slot)
        values["due"] = due.json
        if let clock = clock(slot) { values["series"] = [SeriesValue("due", due.json, clock: clock).json] }
        values["previous"] = .string(document.id.description)
        values["repeat"] = rule == self.rule ? document["repeat"] : .string(rule.description)
        values["items"] = items()
        return values
    }

    /// The fields of plugins that this one or its series has a value of, in byte order. All of them are passed on,
    /// whatever plugins there are on this device: another one must make the same next occurrence.
    package var extensions: [FieldName] {
        Set(document.shownFields + series.keys).filter { $0.extensionPath != nil }.sorted()
    }

    /// The rule by which a plugin's field is written in the next one: that by which it was written here, not the one
    /// that a plugin of this device names.
    package func rule(ofExtension field: FieldName) -> MergeRule {
        (series[field].map { $0.rule } ?? document.rule(of: field)) ?? .register
    }

    /// Whether a plugin's field is made of lines or items, which would all stand twice where two devices write them as
    /// two events.
    func isOfParts(_ field: FieldName) -> Bool {
        field.extensionPath != nil && [.text, .list].contains(rule(ofExtension: field))
    }

    /// What the series has in a field.
    private func value(of field: FieldName) -> JSON? {
        series[field].map { $0.value } ?? document[field]
    }

    /// Whether what the next one begins with in a field is open, because it is open here.
    package func isContested(_ field: FieldName) -> Bool {
        let sources: [FieldName] = field == "due" ? ["due", "repeat", "series"] : [field, "series"]
        return sources.contains { contested.contains($0) }
    }

    /// Whether several devices marked it as done apart, each of which made a next one.
    var isDoneApart: Bool {
        Set(document.writes(of: "completion").filter { !$0.value.isNull }.map { $0.dot.actor }).count > 1
    }

    /// Whether a field was last written after the occurrence was done, so that no next one was made of what it holds
    /// now.
    func isWrittenSinceDone(_ field: FieldName) -> Bool {
        guard let done = document.lastWrite(of: "completion")?.time else { return true }
        return [field, "series"].contains { document.lastWrite(of: $0).map { $0.time > done } ?? false }
    }

    /// The slot of this one in the series; nil if it has no due date.
    private var own: RecurrenceSlot? {
        switch Due(value(of: "due")) {
        case .day(let date): return RecurrenceSlot(date: date)
        case .instant(let at, _):
            let civil = zone.civil(at: at)
            return RecurrenceSlot(date: civil.date, time: series["due"]?.clock ?? civil.time)
        case nil: return nil
        }
    }

    /// The slot its length of time after a day.
    private func slot(from day: CivilDate) -> RecurrenceSlot? {
        rule.slot(afterDoneOn: day, time: own?.time, in: zone)
    }

    private func due(at slot: RecurrenceSlot) -> Due {
        switch slot.moment(in: zone) {
        case .day(let date): .day(date)
        case .instant(let instant): .instant(instant, zone: zone.identifier)
        }
    }

    /// The time of a slot on a day on which no clock shows it.
    private func clock(_ slot: RecurrenceSlot) -> TimeOfDay? {
        guard let time = slot.time, case .instant(let instant) = slot.moment(in: zone) else { return nil }
        return zone.civil(at: instant).time == time ? nil : time
    }

    /// The checklist with nothing ticked off, each item under the id that it has.
    private func items() -> JSON? {
        document["items"]?.arrayValue.map { items in
            .array(
                items.map { item in
                    guard var object = item.objectValue else { return item }
                    object["done" as ExactString] = nil
                    return .object(object)
                })
        }
    }

    private static func createdAt(_ document: Document) -> Timestamp? {
        document["created"]?["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
    }

    /// The time at which a field of the next one is written: when the first occurrence was made, so that equal values
    /// are equal events, whoever wrote them last, and no value that only follows is shown before what a person writes.
    /// A date that is counted from when this one was done has that time.
    ///
    /// - Parameter done: when this one was done.
    func time(of field: FieldName, done: Timestamp) -> Timestamp {
        let created = Self.createdAt(document) ?? Timestamp(seconds: 0)
        return (field == "due" || field == "series") && isReckoned(from: done) ? max(created, done) : created
    }

    /// Whether the next date follows from when this one was done: by its rule, or since the time after it was missed
    /// too.
    package func isReckoned(from done: Timestamp) -> Bool {
        if rule.basis == .done { return true }
        return own.map { rule.skips(after: $0, doneAt: zone.civil(at: done), in: zone) } ?? false
    }

    /// The next one before anything is written to it.
    var emptySuccessor: Document { Document(id: Series.successor(of: document.id), kind: .task) }

    /// The actor as which versions before this one wrote a field to a next occurrence that was not there: one for the
    /// date, one for all other fields of our own, one for those of plugins, each named by all of its values together.
    func earlierActor(of field: FieldName, _ values: [FieldName: JSON], done: Timestamp) -> ActorID {
        let dates: Set<FieldName> = ["due", "series"]
        let isSame = { (other: FieldName) in
            dates.contains(field) == dates.contains(other) && other != "description" && !isOfParts(other)
                && (field.extensionPath == nil) == (other.extensionPath == nil)
        }
        let group = values.keys.filter(isSame).sorted()
        var content = JSONObject()
        for name in group { content[name.key] = values[name] }
        var sources = Set(group + Series.fields.filter(isSame) + ["series"])
        if dates.contains(field) { sources.insert("repeat") }
        let times = sources.subtracting(["items", "order", "previous"]).compactMap { document.lastWrite(of: $0)?.time }
        let latest = times.max() ?? Timestamp(seconds: 0)
        let time = dates.contains(field) && rule.basis == .done ? max(latest, done) : latest
        return Series.author(of: .object(content), onto: emptySuccessor, at: time).actor
    }
}
