// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The events that change the lines of a text.
struct TextEdit {
    let field: FieldName
    let author: Author

    /// Replaces a line, which resolves the line's conflict; nil removes the line.
    ///
    /// - Returns: false if there is no such line.
    func writeLine(_ line: String?, at index: Int, in document: inout Document) -> Bool {
        guard let lines = document.fields[field]?.orderedLines, lines.indices.contains(index) else { return false }
        let siblings = line.map { Siblings(document.newWrite(.string($0), by: author)) }
        document.fields[field]?.lines[lines[index].position] = siblings
        document.fields.dropIfEmpty(field)
        return true
    }

    /// Writes all lines, by the steps of the line diff.
    ///
    /// - Returns: whether the document changed.
    func replace(with new: [JSON], over extent: Extent, in document: inout Document) -> Bool {
        let old = document.fields[field]?.orderedLines ?? []
        var changed = document.fields.keepOnly(.text, of: field)
        var lines = document.fields[field]?.lines ?? [:]
        var left: Position?
        var places = old.map { $0.position }[...]
        for step in LineDiff.steps(from: old.map { $0.siblings.shown?.value ?? .null }, to: new) {
            switch step {
            case .keep(let index, _):
                left = old[index].position
            case .edit(let index, let line):
                let write = document.newWrite(new[line], by: author)
                lines[old[index].position] = old[index].siblings.replacing(extent, by: write)
                left = old[index].position
                changed = true
            case .cut(let index):
                lines[old[index].position] = nil
                changed = true
            case .add(let line):
                while let first = places.first, let left, first <= left { places.removeFirst() }
                let write = document.newWrite(new[line], by: author)
                let place = Position.between(left, places.first, dot: write.dot)
                lines[place] = Siblings(write)
                left = place
                changed = true
            }
        }
        document.fields[field, default: FieldState()].lines = lines
        document.fields.dropIfEmpty(field)
        return changed
    }

    /// Applies the steps from one text to another to the lines held here, which are matched with the first text.
    func applyEdit(from old: [JSON], to new: [JSON], listing entries: ListedConflicts, in document: inout Document) {
        let state = document.fields[field] ?? FieldState()
        let places = state.positions(matching: old)
        var page = LineCursor(state.lines)
        for step in LineDiff.steps(from: old, to: new) {
            switch step {
            case .keep(let line, _): page.moveTo(places[line])
            case .edit(let line, let index):
                let write = document.newWrite(new[index], by: author)
                let spared = entries.events(of: old[line])
                page.replace(places[line], .value(old[line], sparing: spared), by: write)
            case .cut(let line): page.cut(places[line], old[line], sparing: entries.events(of: old[line]))
            case .add(let index): page.add(document.newWrite(new[index], by: author))
            }
        }
        putLines(page.lines, into: &document)
    }

    /// Adds the lines that are neither held here nor among others. A line that replaces another becomes its sibling; an
    /// additional line becomes a line of its own.
    func add(_ lines: [JSON], besides shown: [JSON], to document: inout Document) {
        let state = document.fields[field] ?? FieldState()
        let held = state.orderedLines
        let known = Set(shown).union(held.flatMap { $0.siblings.writes.map { $0.value } })
        var page = LineCursor(state.lines)
        for step in LineDiff.steps(from: held.map { $0.siblings.shown?.value ?? .null }, to: lines) {
            switch step {
            case .keep(let index, _): page.moveTo(held[index].position)
            case .edit(let index, let line):
                if known.contains(lines[line]) {
                    page.moveTo(held[index].position)
                } else {
                    page.replace(held[index].position, .nothing, by: document.newWrite(lines[line], by: author))
                }
            case .add(let line) where !known.contains(lines[line]):
                page.add(document.newWrite(lines[line], by: author))
            case .cut, .add: break
            }
        }
        putLines(page.lines, into: &document)
    }

    private func putLines(_ lines: [Position: Siblings], into document: inout Document) {
        document.fields[field, default: FieldState()].lines = lines
        document.fields.dropIfEmpty(field)
    }
}
