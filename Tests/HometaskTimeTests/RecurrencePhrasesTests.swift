// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime
import TestSupport
import Testing

@Suite("Recurrence in words")
struct RecurrencePhrasesTests {
    /// Phrases on Saturday, 21 November 2026.
    static func words(weekStart: Weekday = .monday) throws -> RecurrencePhrases {
        let now = try #require(Timestamp(rfc3339: "2026-11-21T09:00:00Z"))
        return RecurrencePhrases(DateParser(now: now, zone: .utc, weekStart: weekStart))
    }

    private static let phraseCases: [(text: String, rule: String, said: String)] = [
        ("every day", "FREQ=DAILY", "every day"), ("Daily", "FREQ=DAILY", "every day"),
        ("every 3 days", "FREQ=DAILY;INTERVAL=3", "every 3 days"),
        ("every 3d", "FREQ=DAILY;INTERVAL=3", "every 3 days"),
        ("every other day", "FREQ=DAILY;INTERVAL=2", "every 2 days"),
        ("every 2nd day", "FREQ=DAILY;INTERVAL=2", "every 2 days"), ("weekly", "FREQ=WEEKLY", "every week"),
        ("fortnightly", "FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"),
        ("every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
        ("every weekend", "FREQ=WEEKLY;BYDAY=SA,SU", "every Sat, Sun"),
        ("every fri", "FREQ=WEEKLY;BYDAY=FR", "every Fri"),
        ("every Tuesday and FRIDAY", "FREQ=WEEKLY;BYDAY=TU,FR", "every Tue, Fri"),
        ("weekly on mondays", "FREQ=WEEKLY;BYDAY=MO", "every Mon"),
        ("every 2 weeks on tue, fri", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR", "every 2 weeks on Tue, Fri"),
        ("every other fri", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "every 2 weeks on Fri"),
        (
            "every two weeks on weekdays", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR",
            "every 2 weeks on Mon, Tue, Wed, Thu, Fri"
        ),
        ("every week in jun, jul on sat", "FREQ=WEEKLY;BYMONTH=6,7;BYDAY=SA", "every week in Jun, Jul on Sat"),
        ("every month", "FREQ=MONTHLY", "every month"),
        ("every month on the 31st", "FREQ=MONTHLY;BYMONTHDAY=31", "every month on the 31st"),
        ("every 31st", "FREQ=MONTHLY;BYMONTHDAY=31", "every month on the 31st"),
        ("monthly on the 1st and 15th", "FREQ=MONTHLY;BYMONTHDAY=1,15", "every month on the 1st and 15th"),
        ("every month on the last day", "FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day"),
        (
            "every month on the 15th, last day", "FREQ=MONTHLY;BYMONTHDAY=15,-1",
            "every month on the 15th and last day"
        ),
        ("every month on the second to last day", "FREQ=MONTHLY;BYMONTHDAY=-2", "every month on the 2nd last day"),
        ("every month on the last friday", "FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Fri"),
        ("every last friday", "FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Fri"),
        ("every 2nd tue of the month", "FREQ=MONTHLY;BYDAY=2TU", "every month on the 2nd Tue"),
        ("every month on the 1st and 3rd tue", "FREQ=MONTHLY;BYDAY=1TU,3TU", "every month on the 1st Tue, 3rd Tue"),
        (
            "every month on the 1st mon, the 3rd wed", "FREQ=MONTHLY;BYDAY=1MO,3WE",
            "every month on the 1st Mon, 3rd Wed"
        ),
        (
            "every month on the last weekday", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
            "every month on the last weekday"
        ),
        (
            "every month on the first weekend day", "FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1",
            "every month on the 1st of Sat, Sun"
        ),
        (
            "every 3 months in jan, feb on the first and last of mon, tue",
            "FREQ=MONTHLY;INTERVAL=3;BYMONTH=1,2;BYDAY=MO,TU;BYSETPOS=1,-1",
            "every 3 months in Jan, Feb on the 1st and last of Mon, Tue"
        ),
        ("every year", "FREQ=YEARLY", "every year"),
        ("every year on 29 feb", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "every year on 29 Feb"),
        ("every 29 feb", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "every year on 29 Feb"),
        ("every year on feb 29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "every year on 29 Feb"),
        ("every year on the 29th of february", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "every year on 29 Feb"),
        ("every year on 1 jan and 1 jul", "FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=1", "every year on 1 Jan, 1 Jul"),
        (
            "every year on the last sunday of march", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
            "every year in Mar on the last Sun"
        ),
        ("every last sunday of march", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "every year in Mar on the last Sun"),
        ("every year in mar", "FREQ=YEARLY;BYMONTH=3", "every year in Mar"),
        (
            "every 2 years on the 100th day", "FREQ=YEARLY;INTERVAL=2;BYYEARDAY=100",
            "every 2 years on the 100th day"
        ),
        ("every year in week 20 on mon", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "every year in week 20 on Mon"),
        ("every 3 days after done", "FREQ=DAILY;INTERVAL=3;X-FROM=DONE", "every 3 days after done"),
        ("every weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
        ("every day catching up", "FREQ=DAILY;X-MISSED=ALL", "every day catching up"),
        ("weekly catch up, 5 times", "FREQ=WEEKLY;COUNT=5;X-MISSED=ALL", "every week catching up, 5 times"),
        ("every day not catching up", "FREQ=DAILY", "every day"),
        ("every month after done, 5 times", "FREQ=MONTHLY;COUNT=5;X-FROM=DONE", "every month after done, 5 times"),
        ("every tue until 1 may", "FREQ=WEEKLY;UNTIL=20270501;BYDAY=TU", "every Tue until 1 May 2027"),
        (
            "every day until 2026-12-24 18:00", "FREQ=DAILY;UNTIL=20261224T180000Z",
            "every day until 2026-12-24T18:00:00Z"
        ),
        ("every week, ten times", "FREQ=WEEKLY;COUNT=10", "every week, 10 times"),
        ("every day for 1 time", "FREQ=DAILY;COUNT=1", "every day, 1 time"),
        (
            "every 2 weeks on tue weeks from sun", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU",
            "every 2 weeks on Tue weeks from Sun"
        ),
    ]

    @Test(
        "Phrases parse to rules, and rules round-trip through words",
        arguments: phraseCases)
    func wordsAreRules(text: String, rule: String, said: String) throws {
        let words = try Self.words()
        let found = try words.parse(text)
        #expect(found.description == rule)
        #expect(words.words(for: found) == said)
        #expect(try words.parse(said) == found)
    }

    @Test("Weeks begin on the family's first weekday")
    func weekStart() throws {
        let words = try Self.words(weekStart: .sunday)
        let rule = try words.parse("every 2 weeks on tue, fri")
        #expect(rule.description == "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR;WKST=SU")
        #expect(words.words(for: rule) == "every 2 weeks on Tue, Fri")
        #expect(try Self.words().words(for: rule) == "every 2 weeks on Tue, Fri weeks from Sun")
    }

    @Test(
        "An invalid phrase is refused with the word, the expectation and a suggestion",
        arguments: [
            ("", nil, 0, "begins with ‘every’", nil), ("tomorrow", "tomorrow", 0, "begins with ‘every’", nil),
            ("evry day", "evry", 0, "begins with ‘every’", "every"),
            ("every", nil, 5, "a number and a unit, or weekdays", nil),
            ("every frday", "frday", 6, "a number and a unit, or weekdays", "friday"),
            ("every 2 weks", "weks", 8, "a number and a unit, or weekdays", "weeks"),
            ("every 2", nil, 7, "a number and a unit, or weekdays", nil),
            ("every month on frday", "frday", 15, "a weekday, ‘the 15th’", "friday"),
            ("every 5 minutes", "5", 6, "recurs by days, weeks", nil),
            ("every 0 days", nil, 12, "1 to 9999", nil), ("every day on", nil, 12, "a day is expected there", nil),
            ("every day utnil fri", "utnil", 10, "can follow", "until"),
            ("every day until", nil, 15, "a date should follow", nil),
            ("every day until sumday", "sumday", 16, "a date", "sunday"),
            ("every day 3 times until fri", "until", 18, "already has an end", nil),
            ("every day 0 times", "0", 10, "1 to 999999 times", nil),
            ("every week on the 3rd", nil, 21, "‘every month on …’", nil),
            ("every week on 2nd tue", nil, 21, "‘every month on …’", nil),
            ("every 2nd tue", "2nd", 6, "in a month or in intervals", nil),
            ("every year on the 15th", nil, 22, "of which month", nil),
            ("every year on mon", nil, 17, "a year has many", nil),
            ("every month on 29 feb", nil, 21, "of ‘every year’", nil),
            ("every year on 30 feb", "30", 14, "there is no 30 February", nil),
            ("every year on 1 jan, 2 feb", nil, 26, "a task for each", nil),
            ("every month on the last", nil, 23, "a weekday or ‘day’ should follow", nil),
            ("every month on the 6th mon", nil, 26, "at most 5 of each", nil),
            ("every month on the 32nd", nil, 23, "no such day", nil),
            ("every month on the 1st tue, fri", nil, 31, "no number", nil),
            ("every fri after done", nil, 20, "a length of time", nil),
            ("every day in smarch", "smarch", 13, "a month", "march"),
            ("every month in week 3", nil, 21, "of ‘every year’", nil),
            ("every year in week 54", "54", 19, "1 to 53", nil),
            ("every 2 weeks weeks from noon", "noon", 25, "a weekday should follow", nil),
        ] as [(String, String?, Int, String, String?)])
    func faults(text: String, word: String?, position: Int, reason: String, suggestion: String?) throws {
        do {
            let rule = try Self.words().parse(text)
            Issue.record("‘\(text)’ was read as \(rule)")
        } catch let error as RecurrencePhraseError {
            #expect(error.word == word)
            #expect(error.position == position)
            #expect(error.reason.contains(reason), "\(error.reason)")
            #expect(error.suggestion == suggestion)
            #expect(error.description.contains(error.reason))
        }
    }

    @Test("An overlong text is refused")
    func longText() throws {
        let text = "every " + String(repeating: "tue, ", count: 200)
        #expect(throws: RecurrencePhraseError.self) { try Self.words().parse(text) }
    }

    @Test("Rules that words cannot express have no phrase")
    func inexpressible() throws {
        let words = try Self.words()
        for text in [
            "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=MONTHLY;BYDAY=MO,2TU", "FREQ=YEARLY;BYDAY=MO",
            "FREQ=YEARLY;BYWEEKNO=-1",
            "FREQ=YEARLY;BYMONTHDAY=1", "FREQ=DAILY;UNTIL=20271231T120000", "FREQ=MONTHLY;BYMONTHDAY=1,2;BYSETPOS=1",
        ] {
            #expect(try words.words(for: RecurrenceRule(text)) == nil, "\(text)")
        }
    }

    @Test("The phrase for a random rule parses to that rule")
    func randomRules() throws {
        var generator = SeededGenerator()
        var said = 0
        let runs = SeededGenerator.runs(5_000)
        for _ in 0..<runs {
            let start = Weekday(rawValue: Int.random(in: 1...7, using: &generator)) ?? .monday
            let words = try Self.words(weekStart: start)
            let rule = try RecurrenceRule(RandomRule(using: &generator).text)
            guard let text = words.words(for: rule) else { continue }
            said += 1
            do {
                #expect(try words.parse(text) == rule, "‘\(text)’ for \(rule), \(generator.note)")
            } catch {
                Issue.record("‘\(text)’ for \(rule): \(error), \(generator.note)")
            }
        }
        #expect(said > runs / 3)
    }

    @Test("Words in random order are parsed or refused, and parsed rules round-trip")
    func randomWords() throws {
        var generator = SeededGenerator()
        let words = try Self.words()
        let vocabulary = """
            every other day days weeks months year years on the of in and 2 3 10 1st 2nd 15th last mon tue, fri weekday weekend \
            jan, feb 29 week month after done until 1 may 2027 times for weeks from sunday second to 53 400th -1 , é
            """.split(separator: " ")
        for _ in 0..<SeededGenerator.runs(20_000) {
            let count = Int.random(in: 1...9, using: &generator)
            let text =
                "every "
                + (0..<count).map { _ in vocabulary.randomElement(using: &generator) ?? "" }.joined(separator: " ")
            guard let rule = try? words.parse(text) else { continue }
            #expect(try RecurrenceRule(rule.description) == rule, "‘\(text)’, \(generator.note)")
            if let said = words.words(for: rule) {
                #expect(try words.parse(said) == rule, "‘\(text)’ as ‘\(said)’, \(generator.note)")
            }
        }
    }
}
