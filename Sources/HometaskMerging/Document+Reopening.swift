// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The part of reading foreign commits that restores values which a file lists in `conflicts`.
///
/// A commit may replace a file, as a whole or through the merge driver, with one that lists values which the parent's
/// file did not list: a revert of a commit that settled a conflict, or a cherry-pick of an older version. These values
/// are as visible as the shown ones.
extension Document {
    /// Puts the values that a file lists in `conflicts` at their places beside the shown ones, unless they are already
    /// there.
    ///
    /// - Parameters:
    ///   - file: the members of the file.
    ///   - old: the members of the file before; values that it lists are not new.
    mutating func reopenConflicts(listedIn file: JSONObject, notIn old: JSONObject, by author: Author) {
        let before = ListedConflicts.all(in: old["conflicts"])
        let now = ListedConflicts.all(in: file["conflicts"])
        for (field, listed) in now.sorted(by: { $0.key < $1.key }) where field.isValid {
            let known = before[field]?.values ?? []
            let new = listed.entries.filter { !known.contains($0.listed) }
            if !new.isEmpty { reopen(new, of: field, listedIn: file, by: author) }
        }
    }

    /// Processes the entries from last to first, so that the first of several entries with one time is the greatest.
    private mutating func reopen(
        _ entries: [ConflictEntry], of field: FieldName, listedIn file: JSONObject, by author: Author
    ) {
        var pages: [ConflictEntry.Place: ReopenedPlace] = [:]
        var items: [String: Write] = [:]
        var rows: [Position: Position]?
        for entry in entries.reversed() {
            if case .line(let position) = entry.place, rows == nil, fields[field]?.lines[position] == nil {
                rows = lines(of: field, standingForRowsIn: file)
            }
            guard let place = place(of: entry, in: field, rows ?? [:]) else { continue }
            var page = pages[place] ?? ReopenedPlace(siblings(at: place, of: field))
            if page.values.isEmpty, let value = shown(at: place, of: field) {
                page.show(newWrite(value, by: author))
            }
            if !page.values.contains(entry.value) {
                let event = newWrite(entry.value, by: author)
                page.add(entry, by: event)
                if case .member(_, let item) = place { items[item] = event }
            }
            pages[place] = page
        }
        for (place, page) in pages { put(page.siblings, at: place, of: field) }
        for (item, event) in items { fields[field]?.items[item]?.attest(event) }
    }

    /// Where a listed value belongs in this document; nil if the shown value leaves no place for it.
    private func place(
        of entry: ConflictEntry, in field: FieldName, _ rows: [Position: Position]
    ) -> ConflictEntry.Place? {
        let state = fields[field] ?? FieldState()
        switch entry.place {
        case .line(let position):
            guard state.shownCell == .text || state.shownCell == .list else { return nil }
            return .line(state.lines[position] == nil ? rows[position] ?? position : position)
        case .member(_, let item): return state.items[item]?.isVisible == true ? entry.place : nil
        case .register, .latest:
            if state.shownCell == .set { return nil }
            return state.shownCell == .register ? .register : entry.place
        }
    }

    private func siblings(at place: ConflictEntry.Place, of field: FieldName) -> Siblings {
        let state = fields[field] ?? FieldState()
        return switch place {
        case .register: state.register
        case .latest: state.latest
        case .line(let position): state.lines[position] ?? Siblings()
        case .member(let name, let item): state.items[item]?.members[name] ?? Siblings()
        }
    }

    /// The value that an empty place shows to people, and must still show once the place holds writes; nil if the place
    /// is not shown, or is a line of its own.
    private func shown(at place: ConflictEntry.Place, of field: FieldName) -> JSON? {
        switch place {
        case .register, .latest: fields[field]?.shownCell == nil ? .null : nil
        case .line: nil
        case .member(let name, let item): fields[field]?.items[item]?.shownMembers[name] ?? .null
        }
    }

    private mutating func put(_ siblings: Siblings, at place: ConflictEntry.Place, of field: FieldName) {
        switch place {
        case .register: fields[field, default: FieldState()].register = siblings
        case .latest: fields[field, default: FieldState()].latest = siblings
        case .line(let position): fields[field, default: FieldState()].lines[position] = siblings
        case .member(let name, let item): fields[field]?.items[item]?.members[name] = siblings
        }
    }

    /// Maps the rows of a text in a file to the lines here that show the same values as the rows' lines.
    private func lines(of field: FieldName, standingForRowsIn file: JSONObject) -> [Position: Position] {
        let typed = Self.strings(Self.fields(of: file)[field])?.map { JSON.string($0) } ?? []
        let held = fields[field]?.orderedLines ?? []
        var places: [Int: Position] = [:]
        for step in LineDiff.steps(from: typed, to: held.map { $0.siblings.shown?.value ?? .null }) {
            switch step {
            case .keep(let line, let index), .edit(let line, let index): places[line] = held[index].position
            case .cut, .add: break
            }
        }
        let stamp = file["~merge"]?["stamps"]?[field.key.string]?["text"]
        return FieldDecoding.lines(ofRows: stamp ?? .null, typed).compactMapValues { places[$0] }
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

    /// Adds a listed value by an event: with the value's own time, or just before the shown write if it would outrank
    /// that.
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
