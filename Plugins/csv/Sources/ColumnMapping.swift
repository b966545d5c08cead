// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The mapping from the columns of a file to fields.
struct ColumnMapping {
    /// A column that is not a field, but qualifies the fields in its row.
    enum Remark: Hashable {
        /// Whether the row was archived or cancelled; a date means yes.
        case state(TaskState)
        /// Whether the due date is a whole day.
        case allDay
        /// The time zone of the row.
        case zone
    }

    /// The index of each column that is read.
    private(set) var places: [Column: Int] = [:]
    /// The indexes of the qualifying columns.
    private(set) var remarks: [Remark: Int] = [:]
    private(set) var headings: [String]
    /// The headings of the columns that are not read, except those that an option ignores.
    private(set) var unread: [String] = []

    /// The hint for a column that does not exist.
    static let columnsHint = "The columns are \(Column.all.map(\.name).joined(separator: ", "))."

    /// Creates a mapping from the headings of a file and from options `FIELD=COLUMN`. A column is a heading or
    /// `#NUMBER`. `FIELD=` means that the field is not read; `=COLUMN` ignores a column, which is then not reported.
    ///
    /// - Throws: `RPCError` if an option is invalid, or no column has the titles.
    init(_ headings: [String], options: [String], line: Int = 1) throws {
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
        takeKnown(except: ignored.union(places.values), fields: chosen)
        if places[.title] == nil {
            let names = headings.prefix(20).map { "‘\($0.excerpt(limit: 40))’" }.joined(separator: ", ")
            let line = line == 1 ? "the first line" : "line \(line)"
            throw RPCError(
                .refused, "no column holds the titles of the tasks; \(line) has \(names)",
                hint: "Name it with --map title=COLUMN. A table without headings needs a first line with headings.")
        }
    }

    /// Assigns the columns whose headings are known. If several columns belong to the same field, the column with the
    /// most specific heading is read.
    private mutating func takeKnown(except taken: Set<Int>, fields: [Column: Int?]) {
        var best: [Column: Int] = [:]
        var left: Set<Int> = taken
        let free = headings.enumerated().filter { !taken.contains($0.offset) }
        for (place, heading) in free {
            guard let (column, rank) = Column.known(heading) else { continue }
            if let chosen = fields[column] {
                // The column of an explicitly omitted field is not reported.
                if chosen == nil { left.insert(place) }
            } else if rank < best[column] ?? .max {
                (best[column], places[column]) = (rank, place)
            }
        }
        left.formUnion(places.values)
        for (place, heading) in free where !left.contains(place) {
            if Column.plain(heading) == "content", places[.description] == nil, fields[.description] == nil {
                // A description column holds the title in a table without titles, and otherwise the description.
                places[.description] = place
            } else if let remark = Self.remarks[Column.plain(heading)], remarks[remark] == nil {
                remarks[remark] = place
            } else if !heading.isEmpty {
                unread.append(heading)
            }
        }
        // A time zone is only read for days.
        if remarks[.allDay] == nil, let place = remarks.removeValue(forKey: .zone) { unread.append(headings[place]) }
    }

    /// Removes the headings from the unread ones whose letters and digits are among the given ones.
    mutating func ignore(_ plain: Set<String>) { unread.removeAll { plain.contains(Column.plain($0)) } }

    /// The index of a column; if the file lacks the column, it is appended as the last one.
    mutating func place(adding column: Column) -> Int {
        if let place = places[column] { return place }
        headings.append("")
        places[column] = headings.count - 1
        return headings.count - 1
    }

    private static let remarks: [String: Remark] = {
        var remarks: [String: Remark] = [
            "isallday": .allDay, "allday": .allDay, "alldayevent": .allDay, "ganztägig": .allDay, "timezone": .zone,
        ]
        let states: [TaskState: [String]] = [
            .archived: ["archived", "archiviert", "archivé", "gearchiveerd", "archivado"],
            .cancelled: [
                "cancelled", "canceled", "cancellation", "deleted", "trashed", "dropped", "abgebrochen", "gelöscht",
            ],
        ]
        for (state, words) in states {
            for word in words {
                for ending in ["", "at", "on", "date", "time"] { remarks[word + ending] = .state(state) }
                for beginning in ["is", "date"] { remarks[beginning + word] = .state(state) }
            }
        }
        return remarks
    }()

    private static func read(_ option: String, _ headings: [String]) throws -> (Column?, Int?) {
        let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw RPCError(
                .refused, "‘\(option.excerpt(limit: 40))’ is not FIELD=COLUMN",
                hint: "An example is --map due=\"Due date\".")
        }
        let word = PlainText.line(parts[0]).line.lowercased()
        let field = Column(field: word)
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
