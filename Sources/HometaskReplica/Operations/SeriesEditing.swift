// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskTime

/// The effects of an edit of a recurring task on its series and its due date.
struct SeriesEditing {
    let transaction: Transaction

    /// The new value of `series` when a recurring task is changed. A change of this occurrence alone stores the series'
    /// values there, a change of the series removes them. Nil if it stays as it is.
    ///
    /// - Parameter isNewDate: whether the due date changes because the rule does; it is then the date of the series.
    func series(
        after change: TaskChange, _ values: [FieldName: JSON?], of document: Document, isNewDate: Bool
    ) -> JSON?? {
        guard document["repeat"] != nil else { return nil }
        if let rule = values["repeat"], rule == nil { return document["series"] == nil ? nil : .some(nil) }
        let before = SeriesValue.all(document["series"])
        var after = before
        for field in Series.fields + values.keys.filter({ $0.extensionPath != nil }).sorted() {
            guard let value = values[field] else { continue }
            let present = before.first { $0.field == field }
            let isAsBefore = present.map { $0.value == value && $0.clock == nil } ?? false
            if change.isOfSeries || field == "due" && isNewDate || isAsBefore {
                after.removeAll { $0.field == field }
            } else if present == nil, value != document[field] {
                let rule = field.extensionPath == nil ? nil : document.rule(of: field)
                after.append(SeriesValue(field, document[field], rule: rule))
            }
        }
        if after == before { return nil }
        return .some(after.isEmpty ? nil : .array(after.map(\.json)))
    }

    /// The due date of a recurring task with an explicit time zone, so that the next date can be derived from it alone.
    func zoned(_ due: JSON) -> JSON {
        guard case .instant(let at, nil) = Due(due) else { return due }
        return Due.instant(at, zone: transaction.familyZone().identifier).json
    }

    /// The due date of a task under a new rule: unchanged if the rule includes that day, or counts from the completion;
    /// otherwise the first day of the rule that is not before today. Nil if the date is unchanged.
    func due(by rule: RecurrenceRule, of document: Document) throws -> Due? {
        let values = SeriesValue.all(document["series"])
        guard let own = Due(values.first { $0.field == "due" }?.value ?? document["due"]) else {
            return try firstDue(rule)
        }
        let zone = zone(of: own)
        let moment: Moment =
            switch own {
            case .day(let date): .day(date)
            case .instant(let at, _): .instant(at)
            }
        let slot = RecurrenceSlot(moment, in: zone)
        guard rule.basis == .due, rule.firstDay(from: slot.date) != slot.date,
            let date = rule.firstDay(from: max(slot.date, zone.civil(at: transaction.now).date))
        else { return nil }
        return switch RecurrenceSlot(date: date, time: slot.time).moment(in: zone) {
        case .day(let date): .day(date)
        case .instant(let at): .instant(at, zone: zone.identifier)
        }
    }

    private func zone(of due: Due) -> TimeZoneRules {
        guard case .instant(_, let name?) = due else { return transaction.familyZone() }
        return (try? TimeZoneRules(identifier: name)) ?? transaction.familyZone()
    }

    /// The first due date of a task that begins to recur.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue` if the rule has no day.
    func firstDue(_ rule: RecurrenceRule) throws -> Due {
        let zone = transaction.familyZone()
        let today = zone.civil(at: transaction.now).date
        if rule.basis == .done { return .day(today) }
        if let date = rule.firstDay(from: today) { return .day(date) }
        let dates = DateParser(now: transaction.now, zone: zone, weekStart: rule.weekStart)
        let words = RecurrencePhrases(dates).words(for: rule) ?? "\(rule)"
        throw ReplicaError(
            .invalidValue, "the rule ‘\(words)’ has no day from today on", hint: "Give it a later end, or other days.")
    }

    /// Checks a rule before it is written.
    func checkedRule(_ value: JSON) throws -> RecurrenceRule {
        do {
            return try RecurrenceRule(value.stringValue ?? value.compactText)
        } catch {
            throw ReplicaError(
                .invalidValue, "\(error)", hint: "Write a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=TU,FR.")
        }
    }
}
