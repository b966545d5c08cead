// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import TestSupport
import Testing

@testable import PluginCSV

@Suite("Interoperability with Python's csv module", .enabled(if: Tool("python3").isInstalled))
struct CSVDialectTests {
    /// Random tables, with the same number of cells in every line.
    private static func tables(_ random: inout SeededGenerator, _ count: Int) -> [[[String]]] {
        let parts = ["a", "\"", ",", ";", "\t", "\n", "\r\n", "\r", " ", "é", "日", "'", "=", "\u{301}", "x y", "\"\""]
        return (0..<count).map { _ in
            let width = Int.random(in: 1...5, using: &random)
            return (0..<Int.random(in: 1...6, using: &random)).map { _ in
                (0..<width).map { _ in
                    (0..<Int.random(in: 0...5, using: &random)).map { _ in random.pick(parts) }
                        .joined()
                }
            }
        }
    }

    private static func json(_ table: [[String]]) -> JSON {
        .array(table.map { .array($0.map { .string($0) }) })
    }

    @Test("Python reads tables as written")
    func writing() throws {
        var random = SeededGenerator(usually: 42)
        let tables = Self.tables(&random, SeededGenerator.runs(300))
        let files = tables.flatMap { table in
            CSVSeparator.allCases.map { separator -> JSON in
                let writer = CSVWriter(separator: separator)
                return [.string(separator.text), .string(table.map(writer.line).joined())]
            }
        }
        let program = """
            import csv, io, json, sys
            for separator, text in json.load(sys.stdin):
                print(json.dumps(list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))))
            """
        let output = try Tool("python3").run(["-c", program], input: JSON.array(files).compactText).output
        let read = try output.split(separator: "\n").map { try JSON.parse(String($0)) }
        #expect(read == tables.flatMap { Array(repeating: Self.json($0), count: 3) }, "\(random.note)")
    }

    @Test("Tables written by Python in any dialect are read")
    func reading() throws {
        var random = SeededGenerator(usually: 43)
        let tables = Self.tables(&random, SeededGenerator.runs(300))
        let program = """
            import csv, io, json, sys
            for table in json.load(sys.stdin):
                for dialect in csv.list_dialects():
                    for separator in ",;\\t":
                        for end in "\\n", "\\r\\n", "\\r":
                            for quoting in csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC:
                                file = io.StringIO(newline="")
                                form = dict(dialect=dialect, delimiter=separator, quoting=quoting)
                                csv.writer(file, lineterminator=end, **form).writerows(table)
                                file.seek(0)
                                # Before 3.13 it did not quote a line feed where lines end in CR, and misreads that too.
                                form["quoting"] = csv.QUOTE_MINIMAL
                                if list(csv.reader(file, **form)) == table:
                                    print(json.dumps([separator, file.getvalue(), table]))
            """
        let output = try Tool("python3").run(
            ["-c", program], input: JSON.array(tables.map(Self.json)).compactText
        ).output
        let files = try output.split(separator: "\n").map { try JSON.parse(String($0)) }
        #expect(files.count > tables.count * 54)
        for file in files {
            let parts = file.arrayValue!
            var reader = CSVReader(parts[1].stringValue!, separator: CSVSeparator(parts[0].stringValue!))
            var table: [[String]] = []
            while let record = reader.next() {
                #expect(!record.isCutOff)
                table.append(record.cells)
            }
            #expect(Self.json(table) == parts[2], "\(random.note)")
        }
    }
}
