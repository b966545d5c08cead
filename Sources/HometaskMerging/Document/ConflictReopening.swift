// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Restores values listed in a file's `conflicts`, for commits made without hometask.
///
/// A commit may replace a file, as a whole or through the merge driver, with one that lists values which the parent's
/// file did not list: a revert of a commit that settled a conflict, or a cherry-pick of an older version. These values
/// are as visible as the shown ones.
struct ConflictReopening {
    let file: DocumentFile
    /// The previous file; the values listed in it are not new.
    let old: DocumentFile
    let author: Author

    /// Adds the listed values at their places in a document, beside the shown ones, unless already present.
    func apply(to document: inout Document) {
        let before = ListedConflicts.all(in: old.conflicts)
        let now = ListedConflicts.all(in: file.conflicts)
        for (field, listed) in now.sorted(by: { $0.key < $1.key }) where field.isValid {
            let known = before[field]?.identities ?? []
            let new = listed.entries.filter { !known.contains($0.identity) }
            if !new.isEmpty { reopen(new, of: field, in: &document) }
        }
    }

    /// Processes the entries from last to first, so that the first of several entries with one time is the greatest.
    private func reopen(_ entries: [ConflictEntry], of field: FieldName, in document: inout Document) {
        let state = document.fields[field] ?? FieldState()
        var pages: [ConflictEntry.Location: ReopenedPlace] = [:]
        var items: [String: Write] = [:]
        var rows: [Position: Position]?
        for entry in entries.reversed() {
            if case .line(let position) = entry.place, rows == nil, state.lines[position] == nil {
                rows = lines(of: field, in: document)
            }
            guard let place = Self.place(of: entry, in: state, rows: rows ?? [:]) else { continue }
            var page = pages[place] ?? ReopenedPlace(Self.siblings(at: place, of: state))
            if page.values.isEmpty, let value = Self.shown(at: place, of: state) {
                page.show(document.newWrite(value, by: author))
            }
            if !page.values.contains(entry.value) {
                let event = document.newWrite(entry.value, by: author)
                page.add(entry, by: event)
                if case .member(_, let item) = place { items[item] = event }
            }
            pages[place] = page
        }
        for (place, page) in pages {
            Self.putSiblings(page.siblings, at: place, of: &document.fields[field, default: FieldState()])
        }
        for (item, event) in items { document.fields[field]?.items[item]?.attest(event) }
    }

    /// Returns the place of a listed value in this document; nil if the shown value leaves no place for it.
    private static func place(
        of entry: ConflictEntry, in state: FieldState, rows: [Position: Position]
    ) -> ConflictEntry.Location? {
        switch entry.place {
        case .line(let position):
            guard state.shownCell == .text || state.shownCell == .list else { return nil }
            return .line(state.lines[position] == nil ? rows[position] ?? position : position)
        case .member(_, let item): return state.items[item]?.isVisible == true ? entry.place : nil
        case .value:
            if state.shownCell == .set { return nil }
            return state.shownCell == .register ? .value(.register) : entry.place
        }
    }

    private static func siblings(at place: ConflictEntry.Location, of state: FieldState) -> Siblings {
        switch place {
        case .value(let cell): state[cell]
        case .line(let position): state.lines[position] ?? Siblings()
        case .member(let name, let item): state.items[item]?.members[name] ?? Siblings()
        }
    }

    /// The value that an empty place shows to people, and must still show once the place holds writes; nil if the place
    /// is not shown, or is a line of its own.
    private static func shown(at place: ConflictEntry.Location, of state: FieldState) -> JSON? {
        switch place {
        case .value: state.shownCell == nil ? .null : nil
        case .line: nil
        case .member(let name, let item): state.items[item]?.shownMembers[name] ?? .null
        }
    }

    private static func putSiblings(_ siblings: Siblings, at place: ConflictEntry.Location, of state: inout FieldState)
    {
        switch place {
        case .value(let cell): state[cell] = siblings
        case .line(let position): state.lines[position] = siblings
        case .member(let name, let item): state.items[item]?.members[name] = siblings
        }
    }

    /// Maps the rows of a text in the file to the lines of a document that show the same values as the rows' lines.
    private func lines(of field: FieldName, in document: Document) -> [Position: Position] {
        let typed = JSON.strings(file.fields[field])?.map { JSON.string($0) } ?? []
        let places = (document.fields[field] ?? FieldState()).positions(matching: typed)
        let rows = file.stamp(of: field)?["text"]
        return FieldDecoding.lines(ofRows: rows ?? .null, typed).compactMapValues { places[$0] }
    }
}

/// A place while listed values are added to it.
private struct ReopenedPlace {
    private(set) var values: Set<JSON>
    private var writes: [Write]
    /// The write that is shown there, and stays shown.
    private var top: Write?

    init(_ present: Siblings) {
        writes = present.writes
        values = Set(writes.map { $0.value })
        top = present.shown
    }

    var siblings: Siblings { Siblings(writes) }

    /// Writes the value that the place shows.
    mutating func show(_ write: Write) {
        writes.append(write)
        values.insert(write.value)
        top = write
    }

    /// Adds a listed value by an event: with the value's own time, or a time just before that of the shown write if the
    /// value would outrank it.
    mutating func add(_ entry: ConflictEntry, by event: Write) {
        let isWeak = entry.writes.allSatisfy { $0.isWeak }
        let time = entry.writes.map { $0.time }.max() ?? event.time
        var write = Write(dot: event.dot, time: time, value: entry.value, isWeak: isWeak)
        if let top, write.outranks(top) {
            let time = Timestamp(seconds: top.time.seconds - 1)
            write = Write(dot: event.dot, time: time, value: entry.value, isWeak: isWeak)
        }
        writes.append(write)
        values.insert(entry.value)
    }
}
