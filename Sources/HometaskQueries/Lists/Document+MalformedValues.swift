// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskMerging
import HometaskTime

extension Document {
    /// The shown values that are invalid for the document's kind, each with its position and the expected value. A git
    /// commit or an edit with another program can put arbitrary content into a file. Fields that the schemas of this
    /// version do not know are not checked.
    public var malformedValues: [ValidationError] {
        guard let schema = Schema.of(kind) else { return [] }
        let shown = shown
        let faults = schema.validate(shown)
        guard kind == .task else { return faults }
        let known = Set(faults.map { $0.pointer.split(separator: "/").first.map { String($0) } ?? "" })
        return faults + unreadable(shown).filter { !known.contains(String($0.pointer.dropFirst())) }
    }

    /// Returns the rules and dates of a task that match the schema's syntax but cannot be parsed.
    private func unreadable(_ shown: JSONObject) -> [ValidationError] {
        var faults: [ValidationError] = []
        if let rule = shown["repeat"]?.stringValue {
            do throws(RecurrenceRuleError) {
                _ = try RecurrenceRule(rule)
            } catch {
                faults.append(fault("repeat", "a rule such as FREQ=WEEKLY;BYDAY=TU (\(error))", shown: shown))
            }
        }
        for field in TaskField.dates where shown[field.key.key] != nil && Due(shown[field.key.key]) == nil {
            faults.append(fault(field.key.description, "a date or an instant", shown: shown))
        }
        return faults
    }

    private func fault(_ field: String, _ expected: String, shown: JSONObject) -> ValidationError {
        let found = shown[ExactString(field)]?.compactText ?? "nothing"
        let isLong = found.count > 60
        return ValidationError(
            pointer: "/\(field)", expected: expected, found: isLong ? "\(found.prefix(60))…" : found)
    }
}
