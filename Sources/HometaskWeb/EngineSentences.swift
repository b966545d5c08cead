// SPDX-License-Identifier: Apache-2.0

/// The engine's error messages for lines, dates, rules and searches that it cannot parse, as keys of their
/// translations.
///
/// The engine's messages are in English only: five languages would make it too large for a phone to load. A sentence is
/// a template whose braces are placeholders. It is the key of its translation under `engine` in each language file
/// except English, in this order.
public enum EngineSentences {
    /// All sentences, in matching order: the first that matches a message is used.
    public static let all = [
        "the task has no title",
        "there is no field ‘{name}’",
        "‘{word}’ has no value",
        "‘{name}:’ cannot be set here",
        "no member is called ‘{name}’",
        "no category is called ‘{name}’",
        "no pin is called ‘{name}’",
        "‘{text}’ is not a date: ‘{word}’ makes no sense there",
        "‘{text}’ is not a date: {reason}",
        "there is no {day} {month}: {name} has {count} days",
        "no month has such a day",
        "‘{text}’ is not a date",
        "{fault}; did you mean ‘{word}’?",
        "‘{text}’ is not a number of points",
        "‘{text}’ does not say when: at ‘{word}’, {reason}",
        "‘{text}’ does not say when: at its end, {reason}",
        "a number and a unit, or weekdays, should follow ‘every’",
        "‘on’, ‘in’, ‘at’, ‘after done’, ‘catching up’, ‘until’ or a number of times can follow",
        "a date should follow ‘until’",
        "a date is expected there",
        "the rule ‘{rule}’ has no day from today on",
        "something should follow ‘{word}’",
        "something should come before ‘{word}’",
        "something is missing here",
        "this bracket was never opened",
        "there is nothing between these brackets",
        "this bracket is never closed",
        "this quotation mark is never closed",
        "there is nothing between these quotation marks",
        "‘{name}’ cannot be compared with ‘{sign}’",
        "a value of ‘{name}’ should follow",
        "a date of several words must be in quotes",
        "no saved view is called ‘{name}’",
        "no member or saved view is called ‘{name}’",
        "the title is given twice: ‘{one}’ and ‘{other}’",
        "the due date is given twice: ‘{one}’ and ‘{other}’",
        "‘{text}’ is not a priority",
        "‘{text}’ is not a duration",
        "‘{text}’ is not a time of day",
        "a day is expected there: a weekday, ‘the 15th’, ‘the last day’, ‘29 feb’",
        "‘{text}’ and the due date have different times of day",
        "Words work too, such as {examples}.",
        "It takes {signs}, such as {example}.",
        "Leave out one of them.",
        "Leave out one of the two.",
        "Fields are {names}. To search for text with :, =, < or >, put it in quotes.",
        "Fields are {names}.",
        "{hint} After '--', every word is part of the title.",
        "After '--', every word is part of the title.",
        "Write it like {example}.",
        "Did you mean {names}?",
        "It can be {values}.",
        "Members: {members}. Saved views: {views}.",
        "Members: {names}.",
        "Categories: {names}.",
        "Pins: {names}.",
        "Saved views: {names}.",
        "There is none yet.",
        "Dates can be written like this: {examples}.",
        "Rules can be written like this: {examples}.",
        "In quotes, it is a word to search for.",
        "In quotes, it is part of a text to search for.",
        "Leave it out, and edit the task.",
        "Leave it out: it cannot be set on a phone.",
        "Give it a later end, or other days.",
    ]

    /// The placeholders whose value is itself a sentence.
    public static let inner: Set = ["fault", "reason", "hint"]

    /// Finds the sentence that matches a message, and the values of its placeholders; nil if none matches, or if a
    /// nested sentence is unknown.
    public static func parts(of text: String) -> Parts? { parts(of: text, depth: 3) }

    /// A sentence, and the values of its placeholders.
    public typealias Parts = (sentence: String, values: [(name: String, value: String)])

    /// - Parameter depth: the maximum nesting depth. User input in a message could nest sentences without limit.
    private static func parts(of text: String, depth: Int) -> Parts? {
        if depth == 0 { return nil }
        for sentence in all {
            guard let values = values(in: text, by: sentence) else { continue }
            let isKnown = values.allSatisfy { !inner.contains($0.name) || parts(of: $0.value, depth: depth - 1) != nil }
            if isKnown { return (sentence, values) }
        }
        return nil
    }

    /// Extracts the values of a sentence's placeholders from a message, each up to the first occurrence of the literal
    /// text that follows the placeholder; nil if the message does not match. Without backtracking, the time grows only
    /// with the length of the message, which may contain user input.
    private static func values(in text: String, by sentence: String) -> [(name: String, value: String)]? {
        let pieces = sentence.split(omittingEmptySubsequences: false) { $0 == "{" || $0 == "}" }
        guard let last = pieces.last, text.hasPrefix(pieces[0]) else { return nil }
        var rest = text.dropFirst(pieces[0].count)
        if pieces.count == 1 { return rest.isEmpty ? [] : nil }
        var values: [(name: String, value: String)] = []
        for index in stride(from: 1, to: pieces.count - 2, by: 2) {
            guard let next = rest.dropFirst().firstRange(of: pieces[index + 1]) else { return nil }
            values.append((String(pieces[index]), String(rest[..<next.lowerBound])))
            rest = rest[next.upperBound...]
        }
        guard rest.hasSuffix(last), rest.count > last.count else { return nil }
        return values + [(String(pieces[pieces.count - 2]), String(rest.dropLast(last.count)))]
    }
}
