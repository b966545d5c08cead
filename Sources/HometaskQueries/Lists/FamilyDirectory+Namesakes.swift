// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

extension FamilyDirectory {
    /// The members and the categories that share a name with others, in any letter case.
    public var namesakes: [Namesakes] {
        Self.namesakes(.member, activeMembers.map { ($0.id, $0.name, $0.createdAt) })
            + Self.namesakes(.category, activeCategories.map { ($0.id, $0.name, $0.createdAt) })
    }

    private static func namesakes(
        _ kind: DocumentKind, _ things: [(id: DocumentID, name: String, created: Timestamp?)]
    ) -> [Namesakes] {
        let groups = Dictionary(grouping: things) { $0.name.lowercased() }.values.filter { $0.count > 1 }
        return groups.map { group in
            let sorted = group.sorted { ($0.created?.seconds ?? 0, $0.id) < ($1.created?.seconds ?? 0, $1.id) }
            return Namesakes(kind: kind, name: sorted[0].name, ids: sorted.map { $0.id })
        }
        .sorted { $0.name < $1.name }
    }

    /// The findings, with advice for each.
    public var namesakeFindings: [Finding] {
        namesakes.map { namesakes in
            let others = namesakes.kind == .member ? Array(members.keys) : Array(categories.keys)
            return Finding(
                .problem, namesakes.noun, message: namesakes.message, hint: namesakes.advice(among: others))
        }
    }
}
