// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import Testing

@testable import PluginCSV

@Suite("Reading tables")
struct CSVReaderTests {
    private func read(_ text: String) -> [CSVReader.Record] {
        var reader = CSVReader(text)
        var records: [CSVReader.Record] = []
        while let record = reader.next() { records.append(record) }
        return records
    }

    @Test("The separator is the most frequent one in the first line, outside of quotes")
    func separators() {
        #expect(read("a,b\r\n1;2,3").map(\.cells) == [["a", "b"], ["1;2", "3"]])
        #expect(read("a;\"b,c,d\";e\n").map(\.cells) == [["a", "b,c,d", "e"]])
        #expect(read("\n\na\tb\n").map(\.cells) == [["a", "b"]])
        #expect(read("sep=;\r\na,x;b\r\n").map(\.cells) == [["a,x", "b"]])
        #expect(read("\u{FEFF}a,b").map(\.cells) == [["a", "b"]])
        #expect(read("title").map(\.cells) == [["title"]])
    }

    @Test("Records have the line numbers of the file")
    func lines() {
        let records = read("\u{FEFF}a,b\n\n\"1\n2\r\n3\",x\r\n\r\n5,6\rsix,7")
        #expect(records.map(\.line) == [1, 3, 7, 8])
        #expect(records[1].cells == ["1\n2\r\n3", "x"])
    }

    @Test("Malformed quotes are read leniently")
    func lenient() {
        #expect(read("a\"b,\"c\"d,\"e\"\"").map(\.cells) == [["a\"b", "cd", "e\""]])
        #expect(read("a\"b,\"c\"d,\"e\"\"").map(\.isCutOff) == [true])
        #expect(read("").isEmpty)
        #expect(read("\r\n\r\n").isEmpty)
        #expect(read("\"\"\r\n").map(\.cells) == [[""]])
    }

    @Test("Reading takes linear time", .timeLimit(.minutes(1)))
    func hostile() {
        let size = 500_000
        for text in [
            String(repeating: "\"", count: size), String(repeating: ",", count: size),
            "\"" + String(repeating: "a\n", count: size),
        ] {
            #expect(!read(text).isEmpty)
        }
    }
}
