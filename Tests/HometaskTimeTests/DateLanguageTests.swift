// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime
import Testing

/// Dates and rules in other languages, each beside the English words that mean the same.
@Suite("Dates in other languages")
struct DateLanguageTests {
    private static let dates: [(language: String, typed: String, english: String)] = [
        ("de", "heute", "today"), ("de", "morgen", "tomorrow"), ("de", "Übermorgen", "day after tomorrow"),
        ("de", "uebermorgen um 18 Uhr", "day after tomorrow at 18:00"),
        ("de", "u\u{308}bermorgen", "day after tomorrow"),
        ("de", "morgen 18 Uhr 30", "tomorrow 18:30"), ("de", "morgen um 9", "tomorrow at 9:00"),
        ("de", "heute Abend", "tonight"), ("de", "Freitag", "friday"),
        ("de", "am Freitag um 18:30 Uhr", "on friday at 18:30"),
        ("de", "nächsten Freitag", "next friday"), ("de", "diesen Samstag", "this saturday"),
        ("de", "kommenden Sonntag", "sunday"), ("de", "nächste Woche", "next week"), ("de", "in 3 Tagen", "in 3 days"),
        ("de", "in einer Woche", "in a week"), ("de", "in zwei Monaten", "in two months"),
        ("de", "in 2 Stunden", "in 2 hours"), ("de", "vor 3 Tagen", "3 days ago"),
        ("de", "27. November", "27 november"),
        ("de", "am 27. Dezember 2027", "27 december 2027"), ("de", "am 27.", "the 27th"), ("de", "27. 12.", "27.12."),
        ("de", "5. März", "5 march"), ("de", "Ende der Woche", "end of week"), ("de", "Monatsende", "end of month"),
        ("de", "Ende nächster Woche", "end of next week"), ("de", "Wochenende", "weekend"),
        ("de", "Mittwoch 6pm", "wednesday 6pm"), ("de", "fri 6 am", "fri 6 am"), ("de", "tomorrow", "tomorrow"),
        ("de", "mi", "wednesday"), ("de", "letzten Montag", "last monday"),
        ("de", "nächste Woche Freitag", "next friday"), ("de", "Freitag nächster Woche", "next friday"),
        ("nl", "volgende week vrijdag", "next friday"), ("es", "viernes de la semana que viene", "next friday"),
        ("nl", "vandaag", "today"), ("nl", "overmorgen", "day after tomorrow"), ("nl", "vanavond", "tonight"),
        ("nl", "volgende week", "next week"), ("nl", "volgende vrijdag", "next friday"),
        ("nl", "komende zondag", "sunday"),
        ("nl", "over 3 dagen", "in 3 days"), ("nl", "over een week", "in a week"),
        ("nl", "3 dagen geleden", "3 days ago"),
        ("nl", "morgen om 17 uur", "tomorrow at 17:00"), ("nl", "morgen om 17:30 uur", "tomorrow 17:30"),
        ("nl", "zaterdag 18:30 uur", "saturday 18:30"), ("nl", "over 2 uur", "in 2 hours"),
        ("nl", "27 maart", "27 march"),
        ("nl", "op de 27e", "the 27th"), ("nl", "eind van de maand", "end of month"),
        ("nl", "dit weekend", "this weekend"),
        ("fr", "aujourd’hui", "today"), ("fr", "aujourd'hui à 17h", "today at 17:00"),
        ("fr", "demain 17h30", "tomorrow 17:30"),
        ("fr", "demain à 17 h 30", "tomorrow 17:30"), ("fr", "après-demain", "day after tomorrow"),
        ("fr", "après demain", "day after tomorrow"), ("fr", "ce soir", "tonight"),
        ("fr", "vendredi prochain", "friday"),
        ("fr", "la semaine prochaine", "next week"), ("fr", "vendredi de la semaine prochaine", "next friday"),
        ("fr", "dans 3 jours", "in 3 days"), ("fr", "dans une semaine", "in a week"), ("fr", "dans 2h", "in 2 hours"),
        ("fr", "il y a 3 jours", "3 days ago"), ("fr", "le 1er mai", "1 may"),
        ("fr", "le 27 février 2027", "27 february 2027"),
        ("fr", "fin du mois", "end of month"), ("fr", "fin de l’année", "end of year"),
        ("fr", "ce week-end", "this weekend"),
        ("fr", "mercredi à midi", "wednesday noon"), ("fr", "in an hour", "in an hour"), ("fr", "mar", "mar"),
        ("es", "hoy", "today"), ("es", "mañana", "tomorrow"), ("es", "manana a las 17", "tomorrow 17:00"),
        ("es", "pasado mañana", "day after tomorrow"), ("es", "mañana a las 5 de la tarde", "tomorrow 5pm"),
        ("es", "esta noche", "tonight"), ("es", "el próximo viernes", "friday"),
        ("es", "la próxima semana", "next week"),
        ("es", "la semana que viene", "next week"), ("es", "dentro de 3 días", "in 3 days"),
        ("es", "en una semana", "in a week"),
        ("es", "hace 3 días", "3 days ago"), ("es", "27 de noviembre", "27 november"),
        ("es", "el 27 de enero de 2027", "27 january 2027"), ("es", "fin de mes", "end of month"),
        ("es", "fin de semana", "weekend"), ("es", "domingo al mediodía", "sunday at noon"),
        ("es", "el lunes pasado", "last monday"), ("es", "3 days ago", "3 days ago"),
    ]

    private static func parser(_ language: String?) throws -> DateParser {
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        return DateParser(
            now: try DateParserTests.instant(DateParserTests.now, zone), zone: zone,
            language: language.flatMap { DateLanguage($0) })
    }

    @Test("A date in another language is that of the English words", arguments: dates)
    func date(language: String, typed: String, english: String) throws {
        #expect(try Self.parser(language).parse(typed) == Self.parser(nil).parse(english))
    }

    private static let rules: [(language: String, typed: String, english: String)] = [
        ("de", "jeden Montag", "every monday"), ("de", "alle 2 Wochen", "every 2 weeks"),
        ("de", "jeden Tag", "every day"),
        ("de", "jeden zweiten Tag", "every other day"), ("de", "täglich um 7:30 Uhr", "daily at 7:30"),
        ("de", "alle drei Wochen am Dienstag", "every three weeks on tuesday"),
        ("de", "jeden Werktag", "every weekday"),
        ("de", "jeden Monat am 15.", "every month on the 15th"),
        ("de", "jeden ersten Montag", "every month on the first monday"),
        ("de", "jeden Monat am letzten Tag", "every month on the last day"), ("de", "jährlich", "yearly"),
        ("de", "jeden Montag und Donnerstag", "every monday and thursday"),
        ("de", "jeden Tag 10 mal", "every day 10 times"),
        ("de", "jeden Di, Fr", "every tue, fri"), ("de", "jede Woche nach Erledigung", "every week after done"),
        ("de", "jeden Tag bis 24. Dezember", "every day until 24 december"),
        ("nl", "elke maandag", "every monday"), ("nl", "elke 2 weken", "every 2 weeks"),
        ("nl", "om de dag", "every other day"),
        ("nl", "elke werkdag", "every weekday"), ("nl", "elke maand op de 15e", "every month on the 15th"),
        ("nl", "elke dinsdag en vrijdag", "every tue, fri"),
        ("nl", "dagelijks tot 24 december", "daily until 24 december"),
        ("fr", "tous les lundis", "every monday"), ("fr", "toutes les 2 semaines", "every 2 weeks"),
        ("fr", "tous les jours", "every day"), ("fr", "tous les 2 mois", "every 2 months"),
        ("fr", "chaque jour à 7h30", "every day at 7:30"),
        ("fr", "un jour sur deux", "every other day"), ("fr", "tous les mois le 15 du mois", "every month on the 15th"),
        ("fr", "chaque mois le dernier jour", "every month on the last day"),
        ("fr", "tous les mardis et vendredis", "every tue, fri"),
        ("fr", "chaque jour jusqu’au 24 décembre", "every day until 24 december"),
        ("es", "cada lunes", "every monday"), ("es", "todos los lunes", "every monday"),
        ("es", "cada 2 semanas", "every 2 weeks"),
        ("es", "todos los días", "every day"), ("es", "cada mes el día 15", "every month on the 15th"),
        ("es", "cada mes el último viernes", "every month on the last friday"),
        ("es", "cada martes y viernes", "every tue, fri"),
        ("es", "cada día hasta el 24 de diciembre", "every day until 24 december"),
    ]

    @Test("A rule in another language is that of the English words", arguments: rules)
    func rule(language: String, typed: String, english: String) throws {
        let (rule, time) = try RecurrencePhrases(Self.parser(language)).parseTimed(typed)
        let (expected, expectedTime) = try RecurrencePhrases(Self.parser(nil)).parseTimed(english)
        #expect(rule == expected)
        #expect(time?.time == expectedTime?.time)
    }

    @Test("What is English means the same in every language", arguments: DateLanguage.allCases.map(\.rawValue))
    func english(code: String) throws {
        let dates = """
            today | tomorrow 18:00 | fri | fri at 6pm | mon | tue | wed | thu | sat | sun | in 3 days | 3 days ago | next week \
            | in an hour | in 2h | in 90 minutes | 1w | 27 nov | nov 27 2027 | may | mar 5 | the 27th | end of month | eow \
            | next fri | this sat | last month | noon | tonight | 18:00 tomorrow | 6 am | weekend | 2026-12-24 18:00 | 31.12.
            """
        for text in dates.split(separator: " | ").map(String.init) {
            #expect(try Self.parser(code).parse(text) == Self.parser(nil).parse(text), "\(text)")
        }
        let rules = """
            every day | every 2 weeks on tue, fri | every month on the 1st and 15th | every last fri | every weekday | daily \
            | every other month | every 29 feb | yearly in jun, jul | every day 10 times | weekly until 24 december
            """
        for text in rules.split(separator: " | ").map(String.init) {
            let rule = try RecurrencePhrases(Self.parser(code)).parse(text)
            #expect(try rule == RecurrencePhrases(Self.parser(nil)).parse(text), "\(text)")
        }
    }

    @Test("A language is selected by the name of a locale; English needs none")
    func codes() {
        for (name, code) in [
            ("de", "de"), ("de_AT.UTF-8", "de"), ("fr-CA", "fr"), ("ES", "es"), ("nl_BE@euro", "nl"),
        ] {
            #expect(DateLanguage(name)?.rawValue == code)
        }
        for name in ["", "C", "en_GB.UTF-8", "POSIX", "deu", "d"] { #expect(DateLanguage(name) == nil) }
    }

    @Test("An error names the word as it was typed, and its position")
    func errors() throws {
        let german = try Self.parser("de")
        let error = #expect(throws: DateParserError.self) { try german.parse("nächste Woche Blumen") }
        #expect(error?.word == "blumen" && error?.position == 14)
        let misplaced = #expect(throws: DateParserError.self) { try german.parse("morgen Übermorgen") }
        #expect(misplaced?.word == "übermorgen" && misplaced?.position == 7)
    }
}
