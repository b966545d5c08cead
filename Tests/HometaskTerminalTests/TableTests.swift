// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal
import TestSupport
import Testing

@Suite struct TableTests {
    private func tasks(titled: Bool = true) -> Table {
        var table = Table(columns: [
            Column(title: titled ? "#" : nil, alignment: .right),
            Column(title: titled ? "Task" : nil, minimum: 10, shrinks: true),
            Column(title: titled ? "Place" : nil),
            Column(title: titled ? "Due" : nil),
        ])
        table.add([Cell("1"), Cell("Take out the bins", style: .bold), Cell(""), Cell("Fri")])
        table.add([Cell("12"), Cell("牛乳を買う 🥛"), Cell("")])
        return table
    }

    @Test("Columns line up, an empty column is omitted, and no line ends in spaces")
    func layout() {
        #expect(
            tasks().lines(width: 80, mode: .none) == [
                " #  Task               Due", " 1  Take out the bins  Fri", "12  牛乳を買う 🥛",
            ])
    }

    @Test("A shrinkable column shrinks first")
    func shrinking() {
        #expect(
            tasks(titled: false).lines(width: 20, mode: .none) == [" 1  Take out t…  Fri", "12  牛乳を買う…"])
    }

    @Test("The other columns shrink next, and then columns are dropped from the right")
    func narrow() {
        #expect(tasks(titled: false).lines(width: 12, mode: .none) == [" 1  Ta…  Fri", "12  牛…"])
        #expect(tasks(titled: false).lines(width: 9, mode: .none) == [" 1  Take…", "12  牛乳…"])
        #expect(tasks(titled: false).lines(width: 4, mode: .none) == [" 1", "12"])
        #expect(tasks(titled: false).lines(width: 1, mode: .none) == ["1", "…"])
    }

    @Test("Styles have no width and surround only the text")
    func styles() {
        let lines = tasks(titled: false).lines(width: 20, mode: .basic)
        #expect(lines[0] == " 1  \u{1B}[1mTake out t…\u{1B}[0m  Fri")
    }

    @Test("Marks are shown as far as the text they mark, in whole characters")
    func marks() {
        var table = Table(columns: [Column(minimum: 1, shrinks: true)])
        table.add([Cell("Cafe\u{301} au lait", style: .dim, marks: [3..<4, 10..<14])])
        let (on, dim, off) = ("\u{1B}[1;4m", "\u{1B}[2m", "\u{1B}[0m")
        let start = "\(dim)Caf\(off)\(on)e\u{301}\(off)\(dim) au \(off)"
        #expect(table.lines(width: 80, mode: .basic) == [start + "\(on)lait\(off)"])
        #expect(table.lines(width: 11, mode: .basic) == [start + "\(on)la\(off)\(dim)…\(off)"])
        #expect(table.lines(width: 9, mode: .basic) == ["\(dim)Caf\(off)\(on)e\u{301}\(off)\(dim) au …\(off)"])
        #expect(table.lines(width: 80, mode: .none) == ["Cafe\u{301} au lait"])
    }

    @Test("A cell's control sequences are escaped, but not the table's own")
    func escaping() {
        var table = Table(columns: [Column()])
        table.add([Cell("\u{1B}[2J", style: .red)])
        #expect(table.lines(width: 80, mode: .basic) == ["\u{1B}[31m\\u{1b}[2J\u{1B}[0m"])
    }

    @Test("A cell may begin or end with characters that combine with the adjacent space")
    func joiningSpaces() {
        var table = Table(columns: [Column(), Column(), Column()])
        table.add([Cell("a\u{600} "), Cell("🏽\u{DDC}\u{200D}"), Cell("🏽\u{FE0F}🏽 \u{600} ")])
        table.add([Cell("aa"), Cell("aaa"), Cell("a")])
        for width in 1...16 {
            for line in table.lines(width: width, mode: .none) {
                #expect(TextWidth.columns(line) <= width)
                #expect(line.unicodeScalars.last != " ")
            }
        }
        #expect(table.lines(width: 16, mode: .none).map(TextWidth.columns) == [15, 10])
    }

    @Test("A table without rows or columns has no lines")
    func empty() {
        #expect(Table(columns: [Column(title: "Task")]).lines(width: 80, mode: .none).isEmpty)
        #expect(Table(columns: []).lines(width: 80, mode: .none).isEmpty)
    }

    @Test("Any table fits any width, without trailing spaces")
    func anyTableFits() {
        var texts = HostileText(generator: SeededGenerator(seed: SeededGenerator.runSeed))
        for _ in 0..<500 {
            let table = randomTable(&texts)
            let width = Int.random(in: 1...80, using: &texts.generator)
            for line in table.lines(width: width, mode: .none) {
                let note: Comment = "\(line.debugDescription) in \(width): \(SeededGenerator.note)"
                #expect(TextWidth.columns(line) <= width, note)
                #expect(line.last != " ", note)
            }
        }
    }

    @Test("A table that must shrink fills the width")
    func fills() {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        for _ in 0..<500 {
            var table = Table(columns: (0..<4).map { _ in Column(shrinks: Bool.random(using: &generator)) })
            table.add((0..<4).map { _ in Cell(word(of: Int.random(in: 1...40, using: &generator))) })
            let natural = TextWidth.columns(table.lines(width: 500, mode: .none)[0])
            let width = Int.random(in: 18...160, using: &generator)
            let shown = TextWidth.columns(table.lines(width: width, mode: .none)[0])
            #expect(shown == min(natural, width), "\(SeededGenerator.note)")
        }
    }

    private func word(of length: Int) -> String {
        String(repeating: "x", count: length)
    }

    private func randomTable(_ texts: inout HostileText) -> Table {
        let count = Int.random(in: 1...5, using: &texts.generator)
        var table = Table(
            columns: (0..<count).map { _ in
                Column(
                    title: Bool.random(using: &texts.generator) ? texts.next() : nil,
                    alignment: Bool.random(using: &texts.generator) ? .left : .right,
                    minimum: Int.random(in: 0...9, using: &texts.generator),
                    shrinks: Bool.random(using: &texts.generator))
            })
        for _ in 0..<4 { table.add((0..<count).map { _ in Cell(texts.next()) }) }
        return table
    }
}
