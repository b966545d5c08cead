// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension Document {
    /// This document with the changes that somebody made from one version of its file to another, each change a write.
    ///
    /// This document may show other values than the first version did: the file may be a merge that took one side
    /// whole. A changed value replaces only those writes that have the value which the first version showed, and is
    /// then shown. If this document holds another value there, that value stays beside it. Entries that were removed
    /// from `conflicts` are settled, provided that `seen` is the same in both versions. A value that the second version
    /// lists in `conflicts` is not replaced, and is restored if this document no longer holds it.
    func applyingEdit(from old: JSONObject, to new: JSONObject, by author: Author) -> Document {
        var result = self
        if let seen = VersionVector(new["~merge"]?["seen"]), seen == VersionVector(old["~merge"]?["seen"]) {
            _ = result.settleConflicts(listed: old["conflicts"], now: new["conflicts"], by: author)
        }
        let (before, after) = (Self.fields(of: old), Self.fields(of: new))
        let listed = ListedConflicts.all(in: new["conflicts"])
        for field in Set(before.keys).union(after.keys).sorted() where field.isValid {
            let (shown, typed) = (Self.value(before[field]), Self.value(after[field]))
            if shown == typed { continue }
            let (rule, entries) = (rule(of: field, stampedIn: new), listed[field] ?? ListedConflicts())
            result.retype(field, from: shown, to: typed, rule: rule, listing: entries, by: author)
        }
        result.reopenConflicts(listedIn: new, notIn: old, by: author)
        // The removed value may be the one that kept the document out of the trash.
        let falls = !isDeleted && result.isDeleted
        if new["deleted"] == nil, old["deleted"] != nil || falls { result.restore(by: author) }
        // An edit of a file that says before and after that the document is deleted does not restore the document.
        let isMeant = old["deleted"] == nil || isDeleted
        if new["deleted"] != nil, isMeant, !result.isDeleted { result.delete(by: author) }
        return result
    }

    /// A field's value; `null` counts as no value.
    private static func value(_ value: JSON?) -> JSON? { value.flatMap { $0.isNull ? nil : $0 } }

    /// The rule of a field: by its state, else by the file's stamps, else by the format.
    func rule(of field: FieldName, stampedIn object: JSONObject) -> MergeRule {
        rule(of: field) ?? Self.rule(of: field, in: object, kind: kind)
    }

    private mutating func retype(
        _ field: FieldName, from shown: JSON?, to typed: JSON?, rule: MergeRule, listing entries: ListedConflicts,
        by author: Author
    ) {
        if let old = Self.strings(shown), let new = Self.strings(typed), rule == .set {
            return retype(elementsOf: field, from: old, to: new, by: author)
        }
        if let old = Self.strings(shown), let new = Self.strings(typed), rule == .text {
            let (old, new) = (old.map { JSON.string($0) }, new.map { JSON.string($0) })
            return retype(linesOf: field, from: old, to: new, listing: entries, by: author)
        }
        if let old = TypedItem.all(shown), let new = TypedItem.all(typed), rule == .list {
            return retype(itemsOf: field, from: old, to: new, listing: entries, by: author)
        }
        write(typed ?? .null, to: field, over: shown, rule: rule, listing: entries, by: author)
    }

    /// Writes a value over the writes of the value `shown`. If this document shows that value, what the field holds
    /// under other rules is dropped, except listed values.
    private mutating func write(
        _ value: JSON, to field: FieldName, over shown: JSON?, rule: MergeRule, listing entries: ListedConflicts,
        by author: Author
    ) {
        let present = fields[field] ?? FieldState()
        var state = present.shown == shown ? FieldState() : present
        let spared = entries.events(of: shown ?? .null)
        let write = newWrite(value, by: author)
        if rule == .latest {
            let listed = Set(entries.entries.filter { $0.place == .register }.flatMap { $0.writes })
            state.register.formUnion(present.register.writes.filter(listed.contains))
            state.latest = present.latest.replacing(.value(shown ?? .null, sparing: spared), by: write)
        } else {
            state.register = present.register.replacing(.value(shown ?? .null, sparing: spared), by: write)
        }
        fields[field] = state
    }

    private mutating func retype(elementsOf field: FieldName, from old: [String], to new: [String], by author: Author) {
        let (shown, typed) = (Set(old.map { ExactString($0) }), Set(new.map { ExactString($0) }))
        for gone in shown.subtracting(typed).sorted() { remove(gone.string, from: field) }
        for added in typed.subtracting(shown).sorted() where fields[field]?.elements[added] == nil {
            let write = newWrite(.null, by: author)
            fields[field, default: FieldState()].elements[added] = Siblings(write)
        }
    }

    /// Applies the steps from one text to another to the lines held here, which are matched with the first text.
    private mutating func retype(
        linesOf field: FieldName, from old: [JSON], to new: [JSON], listing entries: ListedConflicts, by author: Author
    ) {
        let held = fields[field]?.orderedLines ?? []
        var places: [Int: Position] = [:]
        for step in LineDiff.steps(from: old, to: held.map { $0.siblings.shown?.value ?? .null }) {
            switch step {
            case .keep(let line, let index), .edit(let line, let index): places[line] = held[index].position
            case .cut, .add: break
            }
        }
        var page = LineCursor(fields[field]?.lines ?? [:])
        for step in LineDiff.steps(from: old, to: new) {
            switch step {
            case .keep(let line, _): page.pass(places[line])
            case .edit(let line, let index):
                let write = newWrite(new[index], by: author)
                let spared = entries.events(of: old[line])
                page.replace(places[line], .value(old[line], sparing: spared), by: write)
            case .cut(let line): page.cut(places[line], old[line], sparing: entries.events(of: old[line]))
            case .add(let index): page.add(newWrite(new[index], by: author))
            }
        }
        fields[field, default: FieldState()].lines = page.lines
        dropEmptyField(field)
    }
}
