// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Renames events of a document: gives them other actors and counters.
///
/// Times and values are unchanged. The new names must be unused in the document, and distinct for distinct events.
struct EventRenaming {
    /// The new name of an event; the same for an event that keeps its name.
    private let renamed: (Dot) -> Dot
    /// The new name of an item that is named after an event.
    private let renamedItem: (Dot) -> Dot

    /// - Parameters:
    ///   - renamed: the new name of an event.
    ///   - renamedItem: the new name of an item that is named after an event; nil for that of the event.
    init(renamedItem: ((Dot) -> Dot)? = nil, _ renamed: @escaping (Dot) -> Dot) {
        self.renamed = renamed
        self.renamedItem = renamedItem ?? renamed
    }

    /// Renames the events that a document holds; its `seen` stays unchanged.
    ///
    /// - Parameter saw: the events that a deletion had seen, by their new names, from the deletion and its own record.
    func apply(to document: inout Document, deletionsSeeing saw: (Write, VersionVector) -> VersionVector) {
        document.fields = document.fields.mapValues(apply)
        document.deletions = Siblings(
            document.deletions.writes.map { write in
                let own = apply(to: write)
                return VersionVector(write.value).map { own.with(saw(write, $0).json) } ?? own
            })
    }

    private func apply(to write: Write) -> Write {
        Write(dot: renamed(write.dot), time: write.time, value: write.value, isWeak: write.isWeak)
    }

    private func apply(to siblings: Siblings) -> Siblings { Siblings(siblings.writes.map { apply(to: $0) }) }

    private func apply(to state: FieldState) -> FieldState {
        var new = state
        for cell in FieldState.ValueCell.allCases { new[cell] = apply(to: state[cell]) }
        new.elements = state.elements.mapValues(apply)
        new.lines = state.lines.mapValues(apply)
        new.items = [:]
        for (id, item) in state.items { new.items[Dot(id).map { renamedItem($0).description } ?? id] = apply(to: item) }
        return new
    }

    /// Returns the item with renamed events. A position that is named after an event is renamed too.
    private func apply(to item: ListItem) -> ListItem {
        var new = item
        new.members = item.members.mapValues(apply)
        new.positions = Siblings(
            item.positions.writes.map { write in
                let position = write.value.stringValue.flatMap { Position($0) }.map(apply)
                return apply(to: write).with(position.map { .string($0.description) } ?? write.value)
            })
        new.presence = Siblings(
            item.presence.writes.map { write in
                guard var snapshot = ItemSnapshot(write.value) else { return apply(to: write) }
                snapshot.position = apply(to: snapshot.position)
                return apply(to: write).with(snapshot.json)
            })
        return new
    }

    private func apply(to position: Position) -> Position { position.named(after: renamed(position.dot)) }
}
