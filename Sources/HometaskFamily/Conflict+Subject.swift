// SPDX-License-Identifier: Apache-2.0

public import HometaskMerging

extension Conflict {
    /// Describes the subject of the conflicting edits: `title`, `description, line 3`, `items, text of item 2`.
    ///
    /// - Parameter items: the items of the document's list, used to number items from 1.
    public func subject(among items: [TaskItem]) -> String {
        if let member {
            let noun = field == "clues" ? "clue" : "item"
            let number = items.firstIndex { $0.id == member.item }.map { "\(noun) \($0 + 1)" }
            return "\(field.words), \(member.name) of \(number ?? member.item)"
        }
        return line.map { "\(field.words), line \($0 + 1)" } ?? field.words
    }
}
