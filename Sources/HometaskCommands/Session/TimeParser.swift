// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime

/// Parses dates and times in user input.
struct TimeParser: Sendable {
    let session: FamilySession

    /// Parses a date in user input.
    ///
    /// - Parameter direction: the direction of words that have none themselves, such as a bare `18:00`.
    func moment(_ text: String, direction: DateParser.DateDirection = .future) throws -> Moment {
        do {
            return try session.dates(direction).parse(text)
        } catch {
            throw UsageError("\(error)", hint: "Dates can be written like this: \(DateParserError.examples).")
        }
    }

    /// Parses a past time in user input; a day stands for its beginning.
    func instant(_ text: String) throws -> Timestamp {
        switch try moment(text, direction: .past) {
        case .day(let date): session.zone.startOfDay(date)
        case .instant(let instant): instant
        }
    }

    /// Parses a time, which must not be in the future.
    func pastInstant(_ text: String) throws -> Timestamp {
        let time = try instant(text)
        guard time <= session.now else {
            throw UsageError(
                "‘\(text)’ is in the future, but a task can only have been done in the past",
                hint: "Name a time such as 'yesterday', '18:00' or '2 hours ago'.")
        }
        return time
    }
}
