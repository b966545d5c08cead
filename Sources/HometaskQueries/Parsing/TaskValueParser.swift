// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// Parses the values of a task's scalar fields as typed by users: in options, among the words of a title, in an editor
/// or on a phone.
public struct TaskValueParser: Sendable {
    private let viewpoint: Viewpoint

    /// Creates a parser.
    ///
    /// - Parameter viewpoint: provides the categories, and the time and zone for dates.
    public init(from viewpoint: Viewpoint) { self.viewpoint = viewpoint }

    /// Parses a value of a scalar field into its stored form; null for no value.
    ///
    /// - Throws: `ReplicaError`, which states the expected and the given value.
    public func value(_ text: String, of field: TaskField) throws(ReplicaError) -> JSON {
        switch field.values {
        case .date: return try due(text).json
        case .category: return .string(try viewpoint.categoryID(text).description)
        case .interval: return text.lowercased() == "none" ? .null : .string(try interval(text).description)
        case .choice(let words): return try choice(text, among: words, field: field)
        case .number: return try number(text, field)
        case .hours: return try hours(text).json
        case .flag(let word): return try flag(text, word, field: field)
        case .line, .lines, .members, .author, .tags, .tasks, .items, .pin, .distance, .rule, .reminders:
            return .string(text)
        }
    }

    /// Parses a due date, in words or as a date.
    public func due(_ text: String) throws(ReplicaError) -> Due {
        do throws(DateParserError) {
            switch try viewpoint.dates.parse(text) {
            case .day(let date): return .day(date)
            case .instant(let instant): return .instant(instant, zone: nil)
            }
        } catch {
            throw ReplicaError(
                .invalidRequest, "\(error)",
                hint: Hint("Dates can be written like this: \(DateParserError.examples)."))
        }
    }

    private func interval(_ text: String) throws(ReplicaError) -> ISODuration {
        guard let length = ISODuration(words: text), length.days > 0 || length.seconds >= 60 else {
            // Only the first of two words that are not in quotes gets here.
            let isNumber = Int(text).map { $0 > 0 } ?? false
            throw ReplicaError(
                .invalidRequest, "‘\(text)’ is not an interval of a minute or more",
                hint: isNumber
                    ? "Write the number and its unit as one word, such as \(text)h, or in quotes: '\(text) h'."
                    : Hint("Write it as \(ISODuration.examples)."))
        }
        return length
    }

    private func choice(_ text: String, among words: [String], field: TaskField) throws(ReplicaError) -> JSON {
        if words.contains(text.lowercased()) { return .string(text.lowercased()) }
        throw ReplicaError(
            .invalidRequest, "‘\(text)’ is not a \(field.noun)",
            hint: Hint("It can be \(words.list(with: "or"))."))
    }

    private func number(_ text: String, _ field: TaskField) throws(ReplicaError) -> JSON {
        if let number = Int(text) { return .number(JSONNumber(number)) }
        throw ReplicaError(
            .invalidRequest, "‘\(text)’ is not a number of \(field.noun)",
            hint: Hint("Write it like \(field.example)."))
    }

    private func hours(_ text: String) throws(ReplicaError) -> ProofWindow {
        guard let hours = ClockSpan(text: text) else {
            throw ReplicaError(
                .invalidRequest, "‘\(text)’ is not a time span within a day", hint: "Write it like 07:00-09:00.")
        }
        return ProofWindow(hours, zone: viewpoint.zone.identifier)
    }

    private func flag(_ text: String, _ word: String, field: TaskField) throws(ReplicaError) -> JSON {
        if text == word { return .string(word) }
        throw ReplicaError(
            .invalidRequest, "‘\(text)’ is not a value of ‘\(field.name)’", hint: Hint("It can be: \(word)."))
    }
}
