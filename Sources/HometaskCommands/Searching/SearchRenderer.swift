// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// Renders the results of a search, for people and as JSON.
struct SearchRenderer {
    private let found: SearchResults
    private let query: SearchQuery
    private let numbers: [DocumentID: Int]
    private let hunts: [DocumentID: HuntOverview]
    private let files: PhotoFileStates

    /// Assigns numbers to the tasks among the hits, and looks up the other data for display.
    init(_ found: SearchResults, _ query: SearchQuery) async throws {
        self.found = found
        self.query = query
        numbers = try await found.session.numbers.numbers(for: found.list.hits.compactMap(\.document.task))
        files = try await PhotoFileStates(of: found.list.hits.compactMap(\.document.photo), in: found.session)
        let pages = try await found.session.hunts.overviews(
            found.list.hits.compactMap(\.document.hunt), playedBy: found.teams)
        hunts = Dictionary(pages.map { ($0.hunt.id, $0) }) { first, _ in first }
    }

    // MARK: For people

    /// A row for each hit, followed by the matching line if the title does not contain it.
    var lines: [String] {
        var table = Table(columns: [
            Column(alignment: .right, minimum: 5), Column(minimum: 1), Column(minimum: 18, shrinks: true),
            Column(minimum: 6),
        ])
        for hit in found.list.hits {
            let cells = cells(hit)
            table.add(cells)
            // The name of a comment, or of a note without a heading, is its first line.
            if let passage = hit.passage, passage.text != Self.name(of: hit.document) {
                table.add([Cell(""), Cell(""), marked(Self.shortened(passage), style: .dim)])
            }
        }
        let (list, output) = (found.list, found.session.output)
        var lines = table.lines(width: output.width, mode: output.mode)
        if list.hits.count < list.count {
            lines.append(Style.dim.applied(to: "\(list.hits.count) of \(list.countText) found", in: output.mode))
        }
        return lines
    }

    private func cells(_ hit: SearchHit) -> [Cell] {
        let document = hit.document
        if let task = document.task {
            let isBlocked = found.dependencies.isBlocked(task.id)
            var cells = TaskLine.cells(task, number: numbers[task.id], isBlocked: isBlocked, in: found.session)
            let title = cells[2]
            cells[2] = marked(title.text, style: title.style)
            return Array(cells.prefix(4))
        }
        let name = Self.name(of: document)
        let subject =
            document.note.flatMap { NoteLine.about($0, found.subjects) }
            ?? document.photo.flatMap { PhotoLine.about($0, found.photoSubjects) }
            ?? document.comment.flatMap { CommentFormatter.about($0, found.commentSubjects) }
        let about = subject.map { " about \($0)" } ?? ""
        let hasConflict = document.members["conflicts"]?.objectValue?.isEmpty == false
        return [
            Cell("#\(found.ids[document.id])", style: .dim), Cell(""), marked(hasConflict ? "\(name) (!)" : name),
            Cell("\(document.kind)\(about)", style: .dim),
        ]
    }

    /// Returns the name of a document that is not a task.
    private static func name(of document: SearchDocument) -> String {
        document.note?.name ?? document.pin?.name ?? document.photo?.name ?? document.comment?.name
            ?? document.hunt?.title ?? ""
    }

    /// Returns a cell in which the matches are highlighted. Matches are located in the text as the terminal shows it.
    private func marked(_ text: String, style: Style = .plain) -> Cell {
        let safe = EscapedText.safe(text)
        return Cell(safe, style: style, marks: query.ranges(in: safe))
    }

    /// Returns a line, shortened so that the match is near its beginning.
    private static func shortened(_ passage: SearchHit.Passage) -> String {
        let scalars = Array(passage.text.unicodeScalars)
        guard let first = passage.ranges.first?.lowerBound, first > 30 else { return passage.text }
        let start = scalars[..<(first - 12)].lastIndex(of: " ").map { $0 + 1 } ?? first - 12
        var rest = String.UnicodeScalarView()
        rest.append(contentsOf: scalars[max(start, first - 24)...])
        return "… " + String(rest)
    }

    // MARK: For programs

    /// The JSON of each document as its own command prints it, with its `kind`, and `match`: `title`, the ranges in the
    /// title or name; `field`, `line` and `ranges` if there is a match outside the title. A range is a pair of numbers,
    /// its beginning and its end, in Unicode code points.
    var json: [JSON] {
        found.list.hits.map { hit in
            var object = fields(hit.document)
            object["kind"] = .string(hit.document.kind.rawValue)
            var match: JSONObject = ["title": Self.json(hit.title?.ranges ?? [])]
            if let passage = hit.passage {
                match["field"] = .string(passage.field.rawValue)
                match["line"] = .string(passage.text)
                match["ranges"] = Self.json(passage.ranges)
            }
            object["match"] = .object(match)
            return .object(object)
        }
    }

    private func fields(_ document: SearchDocument) -> JSONObject {
        if let task = document.task {
            let isBlocked = found.dependencies.isBlocked(task.id)
            return TaskJSON.object(task, number: numbers[task.id], isBlocked: isBlocked, in: found.session).objectValue
                ?? JSONObject()
        }
        if let note = document.note { return NoteJSON.object(note, subjects: found.subjects, in: found.session) }
        if let photo = document.photo {
            return PhotoJSON.object(photo, files: files, subjects: found.photoSubjects, in: found.session)
        }
        if let comment = document.comment {
            return CommentJSON.object(comment, subjects: found.commentSubjects, in: found.session)
        }
        if let hunt = document.hunt { return hunts[hunt.id]?.json ?? JSONObject() }
        return document.pin.map { PinJSON.object($0) } ?? JSONObject()
    }

    private static func json(_ ranges: [Range<Int>]) -> JSON {
        .array(
            ranges.map { .array([.number(JSONNumber($0.lowerBound)), .number(JSONNumber($0.upperBound))]) })
    }
}
