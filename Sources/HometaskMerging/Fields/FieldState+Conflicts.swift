// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension FieldState {
    /// Returns the open conflicts of the field: of the whole field, then by line, then by item and member.
    ///
    /// - Parameter name: the field's name.
    func conflicts(of name: FieldName) -> [Conflict] {
        var found: [Conflict] = []
        let candidates = wholeCandidates
        if candidates.count > 1 { found.append(Conflict(field: name, candidates: candidates)) }
        for (index, line) in orderedLines.enumerated() where line.siblings.groups.count > 1 {
            let candidates = line.siblings.groups.map { Conflict.Candidate(value: $0[0].value, writes: $0) }
            found.append(Conflict(field: name, line: index, candidates: candidates))
        }
        for placed in orderedItems where placed.item.isContested {
            for (member, siblings) in placed.item.members.sorted(by: { $0.key < $1.key })
            where siblings.groups.count > 1 {
                let member = Conflict.ItemMember(item: placed.id, name: member.string)
                let candidates = siblings.groups.map { Conflict.Candidate(value: $0[0].value, writes: $0) }
                found.append(Conflict(field: name, member: member, candidates: candidates))
            }
        }
        return found
    }

    /// The conflicting values of the whole field, the shown one first. The values of several cells, which two program
    /// versions wrote by different rules, also conflict with each other.
    private var wholeCandidates: [Conflict.Candidate] {
        var candidates: [Conflict.Candidate] = []
        if shownCell == .list, let shown {
            let writes = Siblings(items.values.flatMap { $0.presence.writes }).writes
            candidates.append(Conflict.Candidate(value: shown, writes: writes))
        }
        if !lines.isEmpty {
            let writes = Siblings(lines.values.flatMap { $0.writes }).writes
            candidates.append(Conflict.Candidate(value: shownLines, writes: writes))
        }
        let (shown, beside, open) = latestSplit
        // A value that the register lists may also stand beside the shown one: its writes are those of both.
        let listed = register.groups.map { group in
            Siblings(group + (beside.first { $0[0].value == group[0].value } ?? [])).writes
        }
        candidates += ((shown.map { [$0] } ?? []) + open + listed).map {
            Conflict.Candidate(value: $0[0].value, writes: $0)
        }
        if !elements.isEmpty {
            let writes = Siblings(elements.values.flatMap { $0.writes }).writes
            candidates.append(Conflict.Candidate(value: shownElements, writes: writes))
        }
        return candidates
    }

    /// The groups of the `latest` cell: the shown group, the groups beside it that do not conflict with it (another
    /// completion), and the groups that do (a reopening against a completion).
    var latestSplit: (shown: [Write]?, beside: [[Write]], open: [[Write]]) {
        guard let shown = latest.groups.first else { return (nil, [], []) }
        let others = latest.groups.dropFirst()
        return (
            shown,
            others.filter { $0[0].value.isNull == shown[0].value.isNull },
            others.filter { $0[0].value.isNull != shown[0].value.isNull }
        )
    }

    /// Drops values that are in conflict with others.
    ///
    /// - Parameters:
    ///   - name: the field's name.
    ///   - isMeant: selects the values of a conflict to drop.
    mutating func forget(in name: FieldName, where isMeant: (Conflict, Conflict.Candidate) -> Bool) {
        for conflict in conflicts(of: name) {
            let meant = conflict.candidates.filter { isMeant(conflict, $0) }
            guard meant.count < conflict.candidates.count else { continue }
            let writes = Set(meant.flatMap { $0.writes })
            if writes.isEmpty { continue }
            if let line = conflict.line {
                let position = orderedLines[line].position
                lines[position]?.drop(writes)
            } else if let member = conflict.member {
                items[member.item]?.members[ExactString(member.name)]?.drop(writes)
            } else {
                for cell in ValueCell.allCases { self[cell].drop(writes) }
            }
        }
    }
}
