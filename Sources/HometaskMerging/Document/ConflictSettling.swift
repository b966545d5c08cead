// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Settles the conflicts whose entries were removed from `conflicts` in a file: the shown value is written again over
/// the values of these entries.
struct ConflictSettling {
    /// The `conflicts` before the edit.
    let before: JSON?
    /// The `conflicts` after the edit.
    let now: JSON?
    let author: Author

    /// Settles the conflicts in a document.
    ///
    /// - Returns: the fields that changed.
    func apply(to document: inout Document) -> Set<FieldName> {
        var settled: Set<FieldName> = []
        let (listed, left) = (ListedConflicts.all(in: before), ListedConflicts.all(in: now))
        for (field, state) in document.fields.sorted(by: { $0.key < $1.key }) {
            let gone = RemovedEntries(
                stamps: Self.stamps(before, field).subtracting(Self.stamps(now, field)),
                identities: (listed[field]?.identities ?? []).subtracting(left[field]?.identities ?? []))
            if gone.stamps.isEmpty, gone.identities.isEmpty { continue }
            var result = state
            if state.shownCell == .register {
                settle(&result.register, without: gone, at: .value(.register), in: &document)
            }
            if state.shownCell == .latest { settle(&result.latest, without: gone, at: .value(.latest), in: &document) }
            for line in state.orderedLines {
                let place = ConflictEntry.Location.line(line.position)
                settle(&result.lines[line.position, default: Siblings()], without: gone, at: place, in: &document)
            }
            for placed in state.orderedItems where placed.item.isContested {
                for name in placed.item.members.keys.sorted() {
                    let item = result.items[placed.id] ?? placed.item
                    var siblings = item.members[name] ?? Siblings()
                    let place = ConflictEntry.Location.member(name, item: placed.id)
                    if let event = settle(&siblings, without: gone, at: place, in: &document) {
                        result.items[placed.id]?.members[name] = siblings
                        result.items[placed.id]?.attest(event)
                    }
                }
            }
            if result != state {
                document.fields[field] = result
                settled.insert(field)
            }
        }
        return settled
    }

    /// Entries that were removed from the list for a field.
    private struct RemovedEntries {
        let stamps: Set<ExactString>
        let identities: Set<ExactString>
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
    private func settle(
        _ siblings: inout Siblings, without gone: RemovedEntries, at place: ConflictEntry.Location,
        in document: inout Document
    ) -> Write? {
        guard let shown = siblings.shown else { return nil }
        var prefix = ""
        if case .member(let name, let item) = place { prefix = Self.prefix(item: item, member: name.string) }
        let kept = siblings.groups.dropFirst().filter { group in
            let stamp = Stamp.text(of: group, hashing: group[0].value, times: nil)
            return !gone.stamps.contains(ExactString(prefix + stamp))
                && !gone.identities.contains(ListedConflicts.identity(of: group[0].value, at: place))
        }
        guard kept.count < siblings.groups.count - 1 else { return nil }
        let write = document.newWrite(shown.value, by: author)
        siblings = Siblings(kept.flatMap { $0 }).replacing(.nothing, by: write)
        return write
    }
}
