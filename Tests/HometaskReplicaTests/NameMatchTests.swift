// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HometaskQueries
@testable import HometaskReplica

@Suite("Name matching")
struct NameMatchTests {
    @Test(
        "Typed words match beginnings of words, in any order, regardless of case and accents; never the middle",
        arguments: [
            ("buy milk", "Buy milk", .whole), ("BUY MILK", "Buy milk", .whole), ("buy, milk!", "Buy milk", .words),
            ("milk", "Buy milk", .beginnings), ("mil bu", "Buy milk", .beginnings), ("pea", "Repeat prescription", nil),
            ("car", "Buy a card", .beginnings), ("ard", "Buy a card", nil), ("all", "Call +31612345678", nil),
            ("+316", "Call +31612345678", .beginnings), ("cafe", "Café Berlin", .beginnings), ("CAFÉ", "cafe", .words),
            ("straße", "Strasse fegen", .beginnings), ("milk eggs", "Buy milk", nil),
            ("2 eggs", "Buy 2 eggs", .beginnings),
            ("東", "東京", .beginnings), ("京", "東京", .beginnings), ("🏠", "🏠 aufräumen", .beginnings),
            ("???", "???", .whole),
            ("???", "What???", nil), ("", "Buy milk", nil), ("e-mail", "E-mail Anna", .beginnings),
            ("mail", "E-mail", .beginnings),
        ] as [(String, String, NameMatch.Quality?)])
    func fits(typed: String, name: String, fit: NameMatch.Quality?) { #expect(NameMatch(typed).fit(name) == fit) }

    @Test("A word shorter than the caller's minimum matches whole words only")
    func shortest() {
        func fit(_ typed: String, _ name: String) -> NameMatch.Quality? { NameMatch(typed, shortest: 4).fit(name) }
        #expect(fit("car", "Buy a card") == nil)
        #expect(fit("card", "Buy a card") == .beginnings)
        #expect(fit("car", "Wash the car") == .beginnings)
        #expect(fit("wash car", "Wash the cards") == nil)
        #expect(fit("presc repeat", "Repeat prescription") == .beginnings)
        #expect(fit("東", "東京") == .beginnings)
        #expect(fit("Tür", "Türen streichen") == nil)
        #expect(fit("Türe", "Türen streichen") == .beginnings)
        #expect(fit("+316", "Call +31612345678") == nil)
    }

    @Test("Only the best matches are returned")
    func best() {
        let names = ["Milk", "Buy milk", "Milk!", "Milking", "Almond milk"]
        func best(_ typed: String) -> [String] { NameMatch(typed).best(of: names) { $0 } }
        #expect(best("milk") == ["Milk"])
        #expect(best("milk?") == ["Milk", "Milk!"])
        #expect(best("mil") == names)
        #expect(best("milki") == ["Milking"])
        #expect(best("ilk").isEmpty)
    }

    @Test("Names that are spelt alike or contain the typed word are suggested, the nearest first")
    func nearest() {
        let names = ["Repeat prescription", "Buy a card", "Peel potatoes", "Call the plumber", "Wash the car"]
        func nearest(_ typed: String) -> [String] { NameMatch(typed).nearest(of: names, limit: 2) }
        #expect(nearest("pea") == ["Repeat prescription"])
        #expect(nearest("plumer") == ["Call the plumber"])
        #expect(nearest("wash the kar") == ["Wash the car", "Call the plumber"])
        #expect(nearest("my kar") == ["Wash the car"])
        #expect(nearest("feed my kar").isEmpty)
        #expect(nearest("xylophone").isEmpty)
        #expect(nearest("").isEmpty)
    }
}
