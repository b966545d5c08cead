// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The error if a change cannot be reverted because another write builds on it.
public struct RevertRefusal: Error, Hashable, Sendable {
    /// The field; nil for the deletion or restoration of the whole document.
    public let field: FieldName?
    /// The write that prevents the revert; nil if no write is left to name, as after a removal.
    public let write: Write?
}

/// Reverts one change of a document: every field that the change wrote gets its earlier value, as new writes.
struct Reversion {
    /// The document right after the change.
    let after: Document
    /// The document right before the change; nil if the change created the document, which is then deleted.
    let before: Document?
    /// The author of the revert.
    let author: Author

    /// Reverts the change in a document, which is unchanged if this fails.
    ///
    /// - Throws: `RevertRefusal` if a field has changed since.
    func apply(to document: inout Document) throws(RevertRefusal) {
        guard let before else { return try delete(&document) }
        var result = document
        for name in Set(before.fields.keys).union(after.fields.keys).sorted() {
            let (old, new) = (before.fields[name] ?? FieldState(), after.fields[name] ?? FieldState())
            guard old != new else { continue }
            let now = document.fields[name] ?? FieldState()
            if old.isSet, new.isSet, now.isSet {
                try revertElements(of: name, from: new.elements, to: old.elements, in: &result)
            } else if old.isList, new.isList, now.isList {
                try revertItems(of: name, from: new, to: old, in: &result)
            } else if now.shown == new.shown, now.isContested == new.isContested {
                rewrite(name, as: old, in: &result)
            } else {
                throw RevertRefusal(field: name, write: laterWrite(of: name, in: document))
            }
        }
        if before.deletions != after.deletions {
            guard document.isDeleted == after.isDeleted else {
                throw RevertRefusal(field: nil, write: document.deletions.shown)
            }
            if before.isDeleted, !document.isDeleted { result.delete(by: author) }
            if !before.isDeleted, after.isDeleted { result.restore(by: author) }
        }
        document = result
    }

    /// Reverts the creation of a document.
    private func delete(_ document: inout Document) throws(RevertRefusal) {
        for name in Set(document.fields.keys).union(after.fields.keys).sorted() where document[name] != after[name] {
            throw RevertRefusal(field: name, write: laterWrite(of: name, in: document))
        }
        if !document.isDeleted { document.delete(by: author) }
    }

    /// Reverts elements one by one, so that elements added by others in the meantime stay.
    private func revertElements(
        of name: FieldName, from new: [ExactString: Siblings], to old: [ExactString: Siblings],
        in document: inout Document
    ) throws(RevertRefusal) {
        for element in Set(new.keys).union(old.keys).sorted() where new[element] != old[element] {
            let present = document.fields[name]?.elements[element]
            guard (present == nil) == (new[element] == nil) else {
                throw RevertRefusal(field: name, write: present?.shown)
            }
            if old[element] == nil {
                document.remove(element.string, from: name)
            } else {
                document.insert(element.string, into: name, by: author)
            }
        }
    }

    /// Reverts the changes of items one by one, so that later changes of the list by others stay. An item that was
    /// removed or moved returns to its place after the item that preceded it. An item that is at its old place under
    /// another position, for instance after it was removed and restored, counts as not moved.
    private func revertItems(
        of name: FieldName, from new: FieldState, to old: FieldState, in document: inout Document
    ) throws(RevertRefusal) {
        let (earlier, later) = (old.orderedItems, new.orderedItems)
        let current = (document.fields[name] ?? FieldState()).orderedItems
        var contested: [String] = []
        var items = current.map { $0.typed }
        for id in Set((earlier + later).map({ $0.id })).sorted(by: { ExactString($0) < ExactString($1) }) {
            let present = document.fields[name]?.items[id]
            let isInPlace = old.items[id].stands(like: new.items[id])
            guard !isInPlace || !old.items[id].isShown(like: new.items[id]) else { continue }
            guard present.isShown(like: new.items[id]),
                present.stands(like: new.items[id]) || Self.stands(id, alikeIn: current, and: later)
            else {
                throw RevertRefusal(field: name, write: present?.presence.shown ?? present?.positions.shown)
            }
            if old.items[id]?.isContested == true { contested.append(id) }
            let place = items.firstIndex { $0.id == id }
            if let place, let item = old.items[id], item.isVisible, isInPlace {
                items[place].members = item.shownMembers
            } else if let place {
                items.remove(at: place)
            }
        }
        for (index, item) in earlier.enumerated() where !items.contains(where: { $0.id == item.id }) {
            let before = earlier[..<index].last { before in items.contains { $0.id == before.id } }
            let place = before.flatMap { before in items.firstIndex { $0.id == before.id } }.map { $0 + 1 } ?? 0
            items.insert(item.typed, at: place)
        }
        _ = ListReplacement(field: name, extent: .everything, author: author).apply(items, to: &document)
        for id in contested { reopenItem(id, of: name, as: old, in: &document) }
    }

    /// Whether an item has the same neighbours in two versions, among the items that both versions have.
    private static func stands(_ id: String, alikeIn left: [PlacedItem], and right: [PlacedItem]) -> Bool {
        let common = Set(left.map { $0.id }).intersection(right.map { $0.id })
        let orders = [left, right].map { items in items.map { $0.id }.filter { common.contains($0) } }
        let neighbours = orders.compactMap { order in
            order.firstIndex(of: id).map { index in order[max(0, index - 1)...min(order.count - 1, index + 1)] }
        }
        return neighbours.count == 2 && neighbours[0].elementsEqual(neighbours[1])
    }

    private func rewrite(_ name: FieldName, as old: FieldState, in document: inout Document) {
        let rule = old.rule ?? document.fields[name]?.rule ?? .register
        if rule == .register, old.register.groups.count > 1 {
            reopen(name, as: old, in: &document)
        } else {
            document.writeValue(old.shown, to: name, rule: rule, by: author)
            if rule == .latest { relist(old.register, of: name, in: &document) }
        }
    }

    /// Relists the values that the register of a `latest` field listed as open.
    private func relist(_ listed: Siblings, of name: FieldName, in document: inout Document) {
        let writes = reopened(listed, in: &document)
        document.fields[name]?.register = Siblings(writes)
    }

    /// Restores the values of a settled conflict side by side, with the previously shown value on top: among writes
    /// with equal times, the later event is shown.
    private func reopen(_ name: FieldName, as old: FieldState, in document: inout Document) {
        var state = FieldState()
        state.register = Siblings(reopened(old.register, in: &document))
        document.fields[name] = state
    }

    /// Restores the values of an item's settled conflicts side by side.
    private func reopenItem(_ id: String, of name: FieldName, as old: FieldState, in document: inout Document) {
        guard var item = document.fields[name]?.items[id], let members = old.items[id]?.members else { return }
        for (member, siblings) in members.sorted(by: { $0.key < $1.key }) where siblings.groups.count > 1 {
            let writes = reopened(siblings, in: &document)
            item.members[member] = Siblings(writes)
            if let last = writes.last { item.attest(last) }
        }
        document.fields[name]?.items[id] = item
    }

    private func reopened(_ siblings: Siblings, in document: inout Document) -> [Write] {
        siblings.groups.reversed().map { document.newWrite($0[0].value, by: author) }
    }

    /// Returns the greatest write of a field that was made after the change.
    private func laterWrite(of name: FieldName, in document: Document) -> Write? {
        document.fields[name]?.writes.filter { !after.seen.covers($0.dot) }.max { $1.outranks($0) }
    }
}

extension ListItem? {
    /// Whether two versions of an item are both absent, or both present with the same shown members.
    fileprivate func isShown(like other: ListItem?) -> Bool {
        let (left, right) = (visible, other.visible)
        return left?.shownMembers == right?.shownMembers && left?.isContested == right?.isContested
    }

    /// Whether two versions of an item have the same position, or are both absent.
    fileprivate func stands(like other: ListItem?) -> Bool { visible?.position == other.visible?.position }

    private var visible: ListItem? { flatMap { $0.isVisible ? $0 : nil } }
}
