// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

extension Probe {
    /// A date in a query: the words, the first and last second they cover, and whether they are a duration.
    private typealias Value = (words: String, first: Int64, last: Int64, isLength: Bool)

    static func date(_ world: QueryWorld, using generator: inout SeededGenerator) -> Probe {
        let field = ["due", "wait", "done", "created"].randomElement(using: &generator) ?? "due"
        let isPast = field == "done" || field == "created"
        let values = world.values(isPast: isPast)
        let value = values.randomElement(using: &generator) ?? values[0]
        let sign = [":", "=", "!=", "<", "<=", ">", ">="].randomElement(using: &generator) ?? ":"
        let isTurned = isPast && value.isLength
        return Probe(
            text: "\(field)\(sign)\(value.words)", speaksOfDone: field == "done", speaksOfWaiting: field == "wait"
        ) { task, world in
            let instant: Int64? =
                switch field {
                case "due": task.due.map { world.end($0) }
                case "wait": task.wait.map { world.start($0) }
                case "done": task.done?.at
                default: task.created?.at
                }
            guard let instant else { return sign == "!=" }
            let (before, behind) = (instant < value.first, instant > value.last)
            switch sign {
            case "<": return isTurned ? behind : before
            case ">": return isTurned ? before : behind
            case "<=": return isTurned ? !before : !behind
            case ">=": return isTurned ? !behind : !before
            case "!=": return before || behind
            default: return !before && !behind
            }
        }
    }
}

extension QueryWorld {
    fileprivate func values(isPast: Bool) -> [(words: String, first: Int64, last: Int64, isLength: Bool)] {
        func days(_ words: String, _ first: Int, to last: Int, isLength: Bool = false) -> (String, Int64, Int64, Bool) {
            (words, startOfDay(ahead: first), startOfDay(ahead: last + 1) - 1, isLength)
        }
        let sign = isPast ? -1 : 1
        let week = calendar.dateInterval(of: .weekOfYear, for: Date(timeIntervalSince1970: Double(now)))
        let month = calendar.dateInterval(of: .month, for: Date(timeIntervalSince1970: Double(now)))
        func span(_ words: String, _ interval: DateInterval?) -> (String, Int64, Int64, Bool) {
            (
                words, Int64(interval?.start.timeIntervalSince1970 ?? 0),
                Int64(interval?.end.timeIntervalSince1970 ?? 0) - 1, false
            )
        }
        let parts = calendar.dateComponents(
            [.year, .month, .day], from: Date(timeIntervalSince1970: Double(startOfDay(ahead: 3) + 43_200)))
        let iso = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
        let weekday = calendar.component(.weekday, from: Date(timeIntervalSince1970: Double(now)))
        let friday = (6 - weekday + 7) % 7
        return [
            days("today", 0, to: 0), days("yesterday", -1, to: -1), days("\"tomorrow\"", 1, to: 1),
            days("7d", sign * 7, to: sign * 7, isLength: true),
            days("\"2 days\"", sign * 2, to: sign * 2, isLength: true),
            days("1w", sign * 7, to: sign * 7, isLength: true), days("\"3 days ago\"", -3, to: -3),
            days("\"in 4 days\"", 4, to: 4),
            ("3h", now + Int64(sign * 10_800), now + Int64(sign * 10_800), true), ("now", now, now, false),
            span("\"this week\"", week), span("week", week), span("month", month), days(iso, 3, to: 3),
            days(
                "fri", isPast ? friday - 7 : friday == 0 ? 7 : friday,
                to: isPast ? friday - 7 : friday == 0 ? 7 : friday),
        ]
    }
}
