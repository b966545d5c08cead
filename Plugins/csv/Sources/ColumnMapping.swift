// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The mapping from the columns of a file to fields.
struct ColumnMapping {
    /// The index of each column that is read.
    private(set) var places: [Column: Int] = [:]
    let headings: [String]
    /// The headings of the columns that are not read, except those that an option ignores.
    private(set) var unread: [String] = []

    /// The hint for a column that does not exist.
    static let columnsHint = "The columns are \(Column.all.map(\.name).joined(separator: ", "))."

    /// A mapping from the headings of a file and from options `FIELD=COLUMN`. A column is a heading or `#NUMBER`.
    /// `FIELD=` means that the field is not read; `=COLUMN` ignores a column, which is then not reported.
    ///
    /// - Throws: `RPCError` if an option is invalid, or no column has the titles.
    init(_ headings: [String], options: [String]) throws {
        let headings = headings.map { PlainText.line($0).line }
        self.headings = headings
        var chosen: [Column: Int?] = [:]
        var ignored: Set<Int> = []
        for option in options {
            switch try Self.read(option, headings) {
            case (let field?, let place): chosen[field] = .some(place)
            case (nil, let place): ignored.formUnion(place.map { [$0] } ?? [])
            }
        }
        places = chosen.compactMapValues(\.self)
        let taken = ignored.union(places.values)
        for (place, heading) in headings.enumerated() where !taken.contains(place) {
            guard let field = Column(heading: heading), chosen[field] == nil, places[field] == nil else {
                if !heading.isEmpty { unread.append(heading) }
                continue
            }
            places[field] = place
        }
        if places[.title] == nil {
            let names = headings.prefix(20).map { "‘\($0.excerpt(limit: 40))’" }.joined(separator: ", ")
            throw RPCError(
                .refused, "no column holds the titles of the tasks; the first line has \(names)",
                hint: "Name it with --map title=COLUMN. A table without headings needs a first line with headings.")
        }
    }

    private static func read(_ option: String, _ headings: [String]) throws -> (Column?, Int?) {
        let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw RPCError(
                .refused, "‘\(option.excerpt(limit: 40))’ is not FIELD=COLUMN",
                hint: "An example is --map due=\"Due date\".")
        }
        let word = PlainText.line(parts[0]).line.lowercased()
        let field = Column(named: word)
        guard field != nil || word.isEmpty else {
            throw RPCError(
                .refused, "there is no field ‘\(String(parts[0]).excerpt(limit: 40))’", hint: Self.columnsHint)
        }
        let name = PlainText.line(parts[1]).line
        if name.isEmpty { return (field, nil) }
        if let place = headings.firstIndex(of: name)
            ?? headings.firstIndex(where: { $0.lowercased() == name.lowercased() })
        {
            return (field, place)
        }
        if name.first == "#", let number = Int(name.dropFirst()), (1...headings.count).contains(number) {
            return (field, number - 1)
        }
        throw RPCError(
            .refused, "there is no column ‘\(name.excerpt(limit: 40))’ in the file",
            hint: "Its columns are \(headings.prefix(20).map { $0.excerpt(limit: 40) }.joined(separator: ", ")).")
    }
}
