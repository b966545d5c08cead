// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension Document {
    /// Adds what a person or another tool typed: every field whose visible value differs from the one shown here
    /// becomes a write of the author.
    ///
    /// A typed value replaces the value that was shown, and is shown; values in `conflicts` stay there. An entry that
    /// was removed from `conflicts` is settled, provided that the file's `seen` equals this document's: otherwise the
    /// file may simply be older. Nothing else in `~merge` is read.
    ///
    /// - Parameters:
    ///   - typed: the members of the document as they were typed.
    ///   - rule: the merge rule of a field.
    ///   - author: who typed the edit.
    /// - Returns: the fields that changed, in byte order.
    @discardableResult
    public mutating func applyHandEdit(
        _ typed: JSONObject, rule: (FieldName) -> MergeRule, by author: Author
    ) -> [FieldName] {
        var changed: Set<FieldName> = []
        if let seen = VersionVector(typed["~merge"]?["seen"]), seen == self.seen {
            changed = settleConflicts(listed: listedConflicts, now: typed["conflicts"], by: author)
        }
        return changed.union(adoptValues(typed, rule: rule, over: .shown, by: author)).sorted()
    }

    /// Writes every field whose visible value differs from the one shown here.
    mutating func adoptValues(
        _ typed: JSONObject, rule: (FieldName) -> MergeRule, over extent: Extent, by author: Author
    ) -> [FieldName] {
        let values = Self.fields(of: typed)
        var changed: [FieldName] = []
        for field in fields(differingFrom: values) {
            let value = values[field].flatMap { $0.isNull ? nil : $0 }
            if put(value, to: field, rule: rule(field), over: extent, by: author) { changed.append(field) }
        }
        return changed
    }

    /// The fields, in byte order, whose value here differs from the one in `values`. Fields that no document can hold
    /// are left out.
    func fields(differingFrom values: [FieldName: JSON]) -> [FieldName] {
        Set(values.keys).union(fields.keys).filter { field in
            let value = values[field].flatMap { $0.isNull ? nil : $0 }
            return value != self[field] && field.isValid && value?.isNested(within: Self.deepestValue) ?? true
        }.sorted()
    }

    /// The entries of `conflicts` for the fields of this document.
    private var listedConflicts: JSON {
        let times = TimeTable([] as [Write])
        let entries = fields.map { ($0.key.key.string, JSON.array(FieldEncoding($0.value, times: times).conflicts)) }
        return .object(JSONObject(entries.sorted { $0.0 < $1.0 }))
    }

    /// Writes the shown value again over the values whose entries were removed from `conflicts`.
    ///
    /// - Parameters:
    ///   - before: the `conflicts` before the edit.
    ///   - now: the `conflicts` after the edit.
    mutating func settleConflicts(listed before: JSON?, now: JSON?, by author: Author) -> Set<FieldName> {
        var settled: Set<FieldName> = []
        let (listed, left) = (ListedConflicts.all(in: before), ListedConflicts.all(in: now))
        for (field, state) in fields.sorted(by: { $0.key < $1.key }) {
            let gone = GoneEntries(
                stamps: Self.stamps(before, field).subtracting(Self.stamps(now, field)),
                values: (listed[field]?.values ?? []).subtracting(left[field]?.values ?? []))
            if gone.stamps.isEmpty, gone.values.isEmpty { continue }
            var result = state
            if state.shownCell == .register { settle(&result.register, without: gone, at: .register, by: author) }
            if state.shownCell == .latest { settle(&result.latest, without: gone, at: .latest, by: author) }
            for line in state.orderedLines {
                let place = ConflictEntry.Place.line(line.position)
                settle(&result.lines[line.position, default: Siblings()], without: gone, at: place, by: author)
            }
            for placed in state.orderedItems where placed.item.isContested {
                for name in placed.item.members.keys.sorted() {
                    let item = result.items[placed.id] ?? placed.item
                    var siblings = item.members[name] ?? Siblings()
                    let place = ConflictEntry.Place.member(name, item: placed.id)
                    if let event = settle(&siblings, without: gone, at: place, by: author) {
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

    /// Entries that were removed from the list for a field.
    private struct GoneEntries {
        let stamps: Set<ExactString>
        let values: Set<ListedConflicts.Value>
    }

    /// The stamps of the entries for a field, each with its item and member.
    private static func stamps(_ conflicts: JSON?, _ field: FieldName) -> Set<ExactString> {
        let entries = conflicts?.objectValue?[field.key]?.arrayValue ?? []
        return Set(
            entries.compactMap { entry in
                guard let stamp = entry["stamp"]?.stringValue else { return nil }
                guard let item = entry["item"]?.stringValue, let member = entry["member"]?.stringValue else {
                    return ExactString(stamp)
                }
                return ExactString(prefix(item: item, member: member) + stamp)
            })
    }

    private static func prefix(item: String, member: String) -> String { "\(item) \(member) " }

    /// - Returns: the event of the write, if one was needed.
    @discardableResult
    private mutating func settle(
        _ siblings: inout Siblings, without gone: GoneEntries, at place: ConflictEntry.Place, by author: Author
    ) -> Write? {
        guard let shown = siblings.shown else { return nil }
        var prefix = ""
        if case .member(let name, let item) = place { prefix = Self.prefix(item: item, member: name.string) }
        let kept = siblings.groups.dropFirst().filter { group in
            let stamp = Stamp.text(of: group, hashing: group[0].value, times: nil)
            return !gone.stamps.contains(ExactString(prefix + stamp))
                && !gone.values.contains(ListedConflicts.Value(place: place, value: group[0].value))
        }
        guard kept.count < siblings.groups.count - 1 else { return nil }
        let write = newWrite(shown.value, by: author)
        siblings = Siblings(kept.flatMap { $0 }).replacing(.nothing, by: write)
        return write
    }
}
