// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskMerging
package import HometaskTime

/// The step from an occurrence of a series to the next: the successor's initial values, derived from this occurrence
/// alone.
package struct SeriesStep {
    private let document: Document
    private let rule: RecurrenceRule
    private let series: [FieldName: SeriesValue]
    private let zone: TimeZoneRules
    /// The fields of this occurrence with conflicts that nobody has settled.
    private let contested: Set<FieldName>

    /// - Parameters:
    ///   - document: the occurrence.
    ///   - familyZone: the default zone for times without a zone.
    /// - Returns: nil if the task does not recur.
    /// - Throws: `RecurrenceRuleError` if its rule cannot be read.
    package init?(from document: Document, familyZone: TimeZoneRules) throws(RecurrenceRuleError) {
        guard let text = document["repeat"]?.stringValue else { return nil }
        self.init(from: document, by: try RecurrenceRule(text), familyZone: familyZone)
    }

    /// Creates the step by another rule than that of the task.
    init(from document: Document, by rule: RecurrenceRule, familyZone: TimeZoneRules) {
        self.rule = rule
        self.document = document
        contested = Set(document.conflicts.map { $0.field })
        let values = SeriesValue.all(document["series"])
        series = Dictionary(keepingFirst: values.map { ($0.field, $0) })
        let name = (series["due"]?.value ?? document["due"])?["zone"]?.stringValue
        zone = name.flatMap { try? TimeZoneRules(identifier: $0) } ?? familyZone
    }

    /// The successor's initial values, by field; nil if the series ends with this occurrence.
    ///
    /// - Parameter done: when this one was done.
    package func next(done: Timestamp) -> [FieldName: JSON]? {
        let clock = zone.civil(at: done)
        switch rule.basis {
        case .due: return rule.next(after: own ?? RecurrenceSlot(date: clock.date), doneAt: clock, in: zone).map(values)
        case .done: return slot(from: clock.date).map { values(at: $0, rule.following) }
        }
    }

    /// The values that move this occurrence to the next date without completing it; nil if there is no next date.
    package func skipped(at time: Timestamp) -> [FieldName: JSON]? {
        let day = zone.civil(at: time).date
        switch rule.basis {
        case .due:
            let slot = rule.slot(after: own ?? RecurrenceSlot(date: day), in: zone)
            return slot.map { values(at: $0, rule.following) }
        case .done: return slot(from: day).map { values(at: $0, rule.following) }
        }
    }

    /// The values that move this occurrence past all missed dates to the first that is not past; nil if there is none.
    package func movedToNow(at time: Timestamp) -> [FieldName: JSON]? {
        guard rule.basis == .due, let own else { return skipped(at: time) }
        return rule.slot(after: own, toComeAt: zone.civil(at: time), in: zone).map(values)
    }

    /// The first day of the rule that is neither before today nor before the date of this occurrence in the series, if
    /// the rule does not include that date. Nil if it does, or if the rule counts from the completion.
    func fittingDue(at time: Timestamp) -> Due? {
        guard rule.basis == .due, let own, rule.firstDay(from: own.date) != own.date,
            let date = rule.firstDay(from: max(own.date, zone.civil(at: time).date))
        else { return nil }
        return due(at: RecurrenceSlot(date: date, time: own.time))
    }

    /// The last day of this occurrence's period; nil if it has no date, or if the next one is counted from the
    /// completion.
    var lastDayOfPeriod: CivilDate? { rule.basis == .due ? own?.date : nil }

    /// The due days of this occurrence and, if it is done in time, of the next one; nil if one of them has no date.
    var period: (begin: CivilDate, end: CivilDate)? {
        guard let own else { return nil }
        let next = rule.basis == .due ? rule.slot(after: own, in: zone) : slot(from: own.date)
        return next.map { (own.date, $0.date) }
    }

    /// The day of an instant in the zone of the series.
    func day(of time: Timestamp) -> CivilDate { zone.civil(at: time).date }

    /// The day of a due date in the zone of the series.
    func day(of due: Due) -> CivilDate { due.date(in: zone) }

    /// Whether the date of this occurrence in the series is past.
    package func isMissed(at time: Timestamp) -> Bool { own?.isPast(at: zone.civil(at: time)) ?? false }

    /// Returns the successor's values if `skip` moved this occurrence on another device while it was being completed;
    /// its own date is then the next one.
    package func current() -> [FieldName: JSON]? {
        own.map { values(at: $0, rule) }
    }

    /// Whether this occurrence has been moved to its successor's date or past it. False for a date that is counted from
    /// the completion, which does not show this.
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

    /// The fields of plugins for which this occurrence or its series has a value, in byte order. All of them are passed
    /// on, whatever plugins this device has, because every device must create the same successor.
    package var extensions: [FieldName] {
        Set(document.shownFields + series.keys).filter { $0.extensionPath != nil }.sorted()
    }

    /// The merge rule for a plugin's field in the successor: the rule by which it was written here, not the one that a
    /// plugin on this device declares.
    package func rule(ofExtension field: FieldName) -> MergeRule {
        (series[field].map { $0.rule } ?? document.rule(of: field)) ?? .register
    }

    /// Whether a plugin's field consists of lines or items, which would be duplicated if two devices wrote them as two
    /// events.
    func isOfParts(_ field: FieldName) -> Bool {
        field.extensionPath != nil && [.text, .list].contains(rule(ofExtension: field))
    }

    /// The series' value of a field.
    private func value(of field: FieldName) -> JSON? {
        series[field].map { $0.value } ?? document[field]
    }

    /// Whether the initial value of a field is open because the field is in conflict in this occurrence.
    package func isContested(_ field: FieldName) -> Bool {
        let sources: [FieldName] = field == "due" ? ["due", "repeat", "series"] : [field, "series"]
        return sources.contains { contested.contains($0) }
    }

    /// Whether several devices completed this occurrence independently and each created a successor.
    var isDoneApart: Bool {
        Set(document.writes(of: "completion").filter { !$0.value.isNull }.map { $0.dot.actor }).count > 1
    }

    /// Whether a field was last written after the occurrence was completed, so that no successor was created from its
    /// current value.
    func isWrittenSinceDone(_ field: FieldName) -> Bool {
        guard let done = document.lastWrite(of: "completion")?.time else { return true }
        return [field, "series"].contains { document.lastWrite(of: $0).map { $0.time > done } ?? false }
    }

    /// The slot of this occurrence in the series; nil if it has no due date.
    var own: RecurrenceSlot? {
        switch Due(value(of: "due")) {
        case .day(let date): return RecurrenceSlot(date: date)
        case .instant(let at, _):
            let civil = zone.civil(at: at)
            return RecurrenceSlot(date: civil.date, time: series["due"]?.clock ?? civil.time)
        case nil: return nil
        }
    }

    /// The slot at the rule's interval after a day.
    private func slot(from day: CivilDate) -> RecurrenceSlot? {
        rule.slot(afterDoneOn: day, time: own?.time, in: zone)
    }

    private func due(at slot: RecurrenceSlot) -> Due {
        switch slot.moment(in: zone) {
        case .day(let date): .day(date)
        case .instant(let instant): .instant(instant, zone: zone.identifier)
        }
    }

    /// The time of a slot on a day on which clocks skip that time.
    private func clock(_ slot: RecurrenceSlot) -> TimeOfDay? {
        guard let time = slot.time, case .instant(let instant) = slot.moment(in: zone) else { return nil }
        return zone.civil(at: instant).time == time ? nil : time
    }

    /// The checklist with all items unticked and with their ids.
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

    /// The time for writing a field of the successor: the creation time of the first occurrence. Equal values are
    /// therefore equal events, whoever wrote them last, and no derived value is shown before one that a person writes.
    /// A date that is counted from the completion has the time of the completion.
    ///
    /// - Parameter done: when this occurrence was done.
    func time(of field: FieldName, done: Timestamp) -> Timestamp {
        let created = Self.createdAt(document) ?? Timestamp(seconds: 0)
        return (field == "due" || field == "series") && isReckoned(from: done) ? max(created, done) : created
    }

    /// Whether the next date is counted from the completion: because of the rule, or because the following date was
    /// missed too.
    package func isReckoned(from done: Timestamp) -> Bool {
        if rule.basis == .done { return true }
        return own.map { rule.skips(after: $0, doneAt: zone.civil(at: done), in: zone) } ?? false
    }

    /// A document that was written in place of the successor: if it was never derived, with the requirements of the
    /// series, so that creating an occurrence before it is due removes none of them; otherwise, or if it is in the
    /// trash, unchanged.
    package func supplementing(
        _ present: Document, with values: [FieldName: JSON], done: Timestamp, rules: DocumentRules
    ) -> Document {
        let isDerived = present.seen.actors.contains { $0.isFollowing }
        if present.isDeleted || isDerived { return present }
        return SeriesFilling(self, done: done, rules: rules).supplemented(present, with: values, of: emptySuccessor)
    }

    /// The successor before anything is written to it.
    var emptySuccessor: Document { Document(id: Series.successor(of: document.id), kind: .task) }

    /// The actor that earlier versions of the program used for a field of a new successor: one for the date, one for
    /// all other fields of the program's own, and one for those of plugins, each named by all of its values together.
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
