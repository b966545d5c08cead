// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime

/// The conversion of a Microsoft Graph `patternedRecurrence` to a rule.
enum MicrosoftRecurrence {
    /// Returns the rule; nil if it cannot be expressed.
    static func rule(_ json: JSON) -> RecurrenceRule? {
        let (pattern, range) = (json["pattern"], json["range"])
        guard let type = pattern?["type"]?.stringValue, let parts = parts(type, pattern) else { return nil }
        var text = "\(parts);INTERVAL=\(max(pattern?["interval"]?.intValue ?? 1, 1))"
        switch range?["type"]?.stringValue {
        case "endDate":
            guard let end = range?["endDate"]?.stringValue.flatMap({ CivilDate(iso: $0) }) else { return nil }
            text += ";UNTIL=\(end.description.filter { $0 != "-" })"
        case "numbered": text += ";COUNT=\(range?["numberOfOccurrences"]?.intValue ?? 0)"
        default: break
        }
        return try? RecurrenceRule(text)
    }

    private static func parts(_ type: String, _ pattern: JSON?) -> String? {
        let days = (pattern?["daysOfWeek"]?.arrayValue ?? []).compactMap { $0.stringValue?.prefix(2).uppercased() }
        let (day, month) = (pattern?["dayOfMonth"]?.intValue ?? 0, pattern?["month"]?.intValue ?? 0)
        let place = ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1][pattern?["index"]?.stringValue ?? ""]
        let placed = days.map { "\(place ?? 1)\($0)" }.joined(separator: ",")
        switch type {
        case "daily": return "FREQ=DAILY"
        case "weekly": return days.isEmpty ? "FREQ=WEEKLY" : "FREQ=WEEKLY;BYDAY=\(days.joined(separator: ","))"
        case "absoluteMonthly": return day > 0 ? "FREQ=MONTHLY;BYMONTHDAY=\(day)" : "FREQ=MONTHLY"
        // With several days of the week, the index applies to the days together, but in a rule to each day.
        case "relativeMonthly": return days.count == 1 ? "FREQ=MONTHLY;BYDAY=\(placed)" : nil
        case "absoluteYearly":
            return day > 0 && month > 0 ? "FREQ=YEARLY;BYMONTH=\(month);BYMONTHDAY=\(day)" : "FREQ=YEARLY"
        case "relativeYearly":
            return days.count == 1 && month > 0 ? "FREQ=YEARLY;BYMONTH=\(month);BYDAY=\(placed)" : nil
        default: return nil
        }
    }
}
