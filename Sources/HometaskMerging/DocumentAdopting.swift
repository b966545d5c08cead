// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension Document {
    /// Takes in what a person or another tool typed: every field whose visible value differs from the one shown here
    /// becomes a write of the author.
    ///
    /// What is typed takes the place of the value that was shown, and is shown; values that stood in `conflicts` stay
    /// there. An entry that was taken out of `conflicts` is settled, provided that the `seen` beside it is the one of
    /// this document: else it may simply be older. Nothing else of `~merge` is asked.
    ///
    /// - Parameters:
    ///   - typed: the members of the document as they were typed.
    ///   - rule: the merge rule of a field.
    ///   - author: who typed.
    /// - Returns: the fields that changed, in byte order.
    @discardableResult
    public mutating func adopt(
        _ typed: JSONObject, rule: (FieldName) -> MergeRule, by author: Author
    ) -> [FieldName] {
        var changed: Set<FieldName> = []
        if let seen = VersionVector(typed["~merge"]?["seen"]), seen == self.seen {
            changed = settleConflicts(missingFrom: typed["conflicts"]?.objectValue ?? JSONObject(), by: author)
        }
        return changed.union(adoptValues(typed, rule: rule, over: .shown, by: author)).sorted()
    }

    /// Writes every field whose visible value differs from the one shown here.
    mutating func adoptValues(
        _ typed: JSONObject, rule: (FieldName) -> MergeRule, over extent: Extent, by author: Author
    ) -> [FieldName] {
        let values = Self.fields(of: typed)
        var changed: [FieldName] = []
        for field in Set(values.keys).union(fields.keys).sorted() where field.isValid {
            let value = values[field].flatMap { $0.isNull ? nil : $0 }
            guard value != self[field], value?.isNested(within: Self.deepestValue) ?? true else { continue }
            if put(value, to: field, rule: rule(field), over: extent, by: author) { changed.append(field) }
        }
        return changed
    }

    /// Writes the shown value anew over those values whose entries are missing from `conflicts`.
    private mutating func settleConflicts(missingFrom listed: JSONObject, by author: Author) -> Set<FieldName> {
        var settled: Set<FieldName> = []
        for (field, state) in fields.sorted(by: { $0.key < $1.key }) {
            let entries = listed[field.key]?.arrayValue ?? []
            let stamps = Set(entries.compactMap { $0["stamp"]?.stringValue })
            var result = state
            if state.shownCell == .register { settle(&result.register, listed: stamps, by: author) }
            if state.shownCell == .latest { settle(&result.latest, listed: stamps, by: author) }
            for line in state.orderedLines {
                settle(&result.lines[line.position, default: Siblings()], listed: stamps, by: author)
            }
            for placed in state.orderedItems where placed.item.isContested {
                for name in placed.item.members.keys.sorted() {
                    let item = result.items[placed.id] ?? placed.item
                    var siblings = item.members[name] ?? Siblings()
                    let listedHere = Set(
                        entries.filter { $0["item"] == .string(placed.id) && $0["member"] == .string(name.string) }
                            .compactMap { $0["stamp"]?.stringValue })
                    if let event = settle(&siblings, listed: listedHere, by: author) {
                        result.items[placed.id]?.members[name] = siblings
                        result.items[placed.id]?.attest(event)
                    }
                }
            }
            if result != state {
                fields[field] = result
                settled.insert(field)
            }
        }
        return settled
    }

    /// - Returns: the event of the write, if one was needed.
    @discardableResult
    private mutating func settle(_ siblings: inout Siblings, listed: Set<String>, by author: Author) -> Write? {
        guard let shown = siblings.shown else { return nil }
        let kept = siblings.groups.dropFirst().filter { group in
            listed.contains(Stamp.text(of: group, hashing: group[0].value, times: nil))
        }
        guard kept.count < siblings.groups.count - 1 else { return nil }
        let write = newWrite(shown.value, by: author)
        siblings = Siblings(kept.flatMap { $0 }).replacing(.nothing, by: write)
        return write
    }
}
