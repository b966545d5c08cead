// SPDX-License-Identifier: Apache-2.0

import HometaskReplica
import HometaskTime

extension FamilySession {
    /// The reader and writer of rules of recurrence in words.
    var ruleWords: RecurrenceWords {
        RecurrenceWords(DateWords(now: now, zone: zone, weekStart: settings.weekStart))
    }

    /// Reads a rule as people type it, `every` in front or not, or as RFC 5545 writes it.
    func rule(_ text: String) throws -> RecurrenceRule {
        if text.contains("=") {
            do {
                return try RecurrenceRule(text)
            } catch {
                throw UsageError("\(error)", hint: "Words do as well, such as \(RecurrenceWordsError.examples).")
            }
        }
        let beginnings = ["every", "each", "daily", "weekly", "fortnightly", "monthly", "yearly", "annually"]
        let first = text.split { $0.isWhitespace || $0 == "," }.first?.lowercased() ?? ""
        do {
            return try ruleWords.parse(first.isEmpty || beginnings.contains(first) ? text : "every \(text)")
        } catch {
            throw UsageError(
                "\(error)", hint: "Rules can be written like this: \(RecurrenceWordsError.examples).")
        }
    }

    /// A rule as people read it: in words where there are words for it, else as RFC 5545 writes it.
    func words(forRule text: String) -> String {
        (try? RecurrenceRule(text)).flatMap { ruleWords.words(for: $0) } ?? text
    }
}
