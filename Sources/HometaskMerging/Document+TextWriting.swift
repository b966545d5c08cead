// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension Document {
    /// Replaces a line of a text, which resolves the line's conflict; nil removes the line.
    ///
    /// - Returns: false if there is no such line.
    @discardableResult
    public mutating func write(line: String?, at index: Int, of field: FieldName, by author: Author) -> Bool {
        guard let lines = fields[field]?.orderedLines, lines.indices.contains(index) else { return false }
        let siblings = line.map { Siblings(newWrite(.string($0), by: author)) }
        fields[field]?.lines[lines[index].position] = siblings
        dropEmptyField(field)
        return true
    }

    /// Writes all lines of a text, by the steps of the line diff.
    mutating func write(lines new: [JSON], to field: FieldName, over extent: Extent, by author: Author) -> Bool {
        let old = fields[field]?.orderedLines ?? []
        var changed = keepOnly(.text, of: field)
        var lines = fields[field]?.lines ?? [:]
        var left: Position?
        var places = old.map { $0.position }[...]
        for step in LineDiff.steps(from: old.map { $0.siblings.shown?.value ?? .null }, to: new) {
            switch step {
            case .keep(let index, _):
                left = old[index].position
            case .edit(let index, let line):
                lines[old[index].position] = old[index].siblings.replacing(extent, by: newWrite(new[line], by: author))
                left = old[index].position
                changed = true
            case .cut(let index):
                lines[old[index].position] = nil
                changed = true
            case .add(let line):
                while let first = places.first, let left, first <= left { places.removeFirst() }
                let write = newWrite(new[line], by: author)
                let place = Position.between(left, places.first, dot: write.dot)
                lines[place] = Siblings(write)
                left = place
                changed = true
            }
        }
        fields[field, default: FieldState()].lines = lines
        dropEmptyField(field)
        return changed
    }
}
