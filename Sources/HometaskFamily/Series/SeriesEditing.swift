// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskMerging
package import HometaskTime

/// The effects of an edit of a recurring task on its series and its due date, for edits by a command, the engine for
/// phones, or a form.
///
/// Invariant: a field that was changed for this occurrence alone has its earlier value in `series`, with which the next
/// occurrence begins; a field that was changed for the series has none there.
package struct SeriesEditing {
    private let now: Timestamp
    /// The time zone of the family.
    private let familyZone: TimeZoneRules

    package init(now: Timestamp, familyZone: TimeZoneRules) {
        (self.now, self.familyZone) = (now, familyZone)
    }

    /// Adds the values that follow from a change of a recurring task, or of a task that begins to recur.
    ///
    /// - Parameters:
    ///   - values: the fields that change, and their new values; nil clears a field.
    ///   - document: the task before the change.
    ///   - keepsMonthEnd: whether a new rule that names no day of the month keeps the end of the month.
    ///   - isOfSeries: whether changes also apply to later occurrences. Changes to the rule or the checklist always do.
    /// - Throws: `ReplicaError` (`invalidValue`) if a rule is malformed, or has no day.
    package func addEffects(
        to values: inout [FieldName: JSON?], of document: Document, keepsMonthEnd: Bool = false,
        isOfSeries: (FieldName) -> Bool
    ) throws(ReplicaError) {
        let text = values["repeat"] ?? nil
        guard text != nil || document["repeat"] != nil else { return }
        var isNewDate = false
        if let text { isNewDate = try setDue(by: checkedRule(text), &values, of: document) }
        if text == nil ? isOfSeries("due") : keepsMonthEnd { keepMonthEnd(&values, of: document) }
        if let due = values["due"] ?? (text == nil ? nil : document["due"]) { values["due"] = zoned(due) }
        let series = series(after: values, of: document) { $0 == "due" && isNewDate || isOfSeries($0) }
        if let series { values["series"] = .some(series) }
    }

    /// Adapts the rule to the end of the month if the series has a new date or a new rule. An unreadable rule is
    /// unchanged.
    private func keepMonthEnd(_ values: inout [FieldName: JSON?], of document: Document) {
        guard values["due"] != nil || values["repeat"] != nil, let due = Due(values["due"] ?? document["due"]),
            let text = values["repeat"] ?? document["repeat"], let rule = try? checkedRule(text)
        else { return }
        let kept = keepingMonthEnd(rule, from: due)
        if kept != rule { values["repeat"] = .string(kept.description) }
    }

    /// The rule for a series that begins with a due date, if no day of the month was named.
    package func keepingMonthEnd(_ rule: RecurrenceRule, from due: Due) -> RecurrenceRule {
        rule.keepingMonthEnd(from: due.date(in: familyZone))
    }

    /// Adds the due date that follows from a new rule, unless one was given.
    ///
    /// - Returns: whether the due date changes because the rule does; it is then the date of the series.
    private func setDue(
        by rule: RecurrenceRule, _ values: inout [FieldName: JSON?], of document: Document
    ) throws(ReplicaError) -> Bool {
        if let given = values["due"] {
            if given == nil { values["due"] = try firstDue(rule).json }
            return false
        }
        let step = SeriesStep(from: document, by: rule, familyZone: familyZone)
        guard let due = step.own == nil ? try firstDue(rule) : step.fittingDue(at: now) else { return false }
        values["due"] = due.json
        return true
    }

    /// Returns the new value of `series` when a recurring task is changed; nil if it is unchanged.
    private func series(
        after values: [FieldName: JSON?], of document: Document, isOfSeries: (FieldName) -> Bool
    ) -> JSON?? {
        guard document["repeat"] != nil else { return nil }
        if let rule = values["repeat"], rule == nil { return document["series"] == nil ? nil : .some(nil) }
        var after = SeriesValue.all(document["series"])
        var isChanged = false
        for field in Series.fields + values.keys.filter({ $0.extensionPath != nil }).sorted() {
            guard let value = values[field] else { continue }
            if let index = after.firstIndex(where: { $0.field == field }) {
                let isAsBefore = after[index].value == value && after[index].clock == nil
                guard isAsBefore || isOfSeries(field) else { continue }
                after.remove(at: index)
            } else if !isOfSeries(field), value != document[field] {
                let rule = field.extensionPath == nil ? nil : document.rule(of: field)
                after.append(SeriesValue(field, document[field], rule: rule))
            } else {
                continue
            }
            isChanged = true
        }
        guard isChanged else { return nil }
        return .some(after.isEmpty ? nil : .array(after.map { $0.json }))
    }

    /// Returns the due date of a recurring task with an explicit time zone, so that the next date can be derived from
    /// it alone.
    package func zoned(_ due: JSON) -> JSON {
        guard case .instant(let at, nil) = Due(due) else { return due }
        return Due.instant(at, zone: familyZone.identifier).json
    }

    /// The first due date of a task that begins to recur.
    ///
    /// - Throws: `ReplicaError` (`invalidValue`) if the rule has no day.
    package func firstDue(_ rule: RecurrenceRule) throws(ReplicaError) -> Due {
        let today = familyZone.civil(at: now).date
        if rule.basis == .done { return .day(today) }
        if let date = rule.firstDay(from: today) { return .day(date) }
        let dates = DateParser(now: now, zone: familyZone, weekStart: rule.weekStart)
        let words = RecurrencePhrases(dates).words(for: rule) ?? "\(rule)"
        throw ReplicaError(
            .invalidValue, "the rule ‘\(words)’ has no day from today on", hint: "Give it a later end, or other days.")
    }

    /// Checks a rule before it is written.
    ///
    /// - Throws: `ReplicaError` (`invalidValue`).
    package func checkedRule(_ value: JSON) throws(ReplicaError) -> RecurrenceRule {
        do throws(RecurrenceRuleError) {
            return try RecurrenceRule(value.stringValue ?? value.compactText)
        } catch {
            throw ReplicaError(
                .invalidValue, "\(error)", hint: "Write a rule as calendars have it, such as FREQ=WEEKLY;BYDAY=TU,FR.")
        }
    }
}
