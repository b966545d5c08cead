// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// What a member may change from a phone.
///
/// An adult may change everything that a person can change. A child may not judge, may not change what a task is worth
/// or what it requires, and may not change other members or the settings of the family. These rules bind phones; whoever
/// may push to the family's git repository is not bound by them.
struct PhoneRights {
    let member: MemberRecord

    /// The fields of a task that say what it is worth and what it requires.
    private static let demands: Set<FieldName> = ["approval", "points", "proof", "window"]
    /// The fields of their own document that children may change.
    private static let ownFields: Set<FieldName> = ["color", "quietHours", "remindAt", "reminders"]

    /// Why a member may not change a field from one value to another; nil if they may.
    ///
    /// - Parameters:
    ///   - document: the document before the change; nil if it is new.
    ///   - old: the value before; nil for none.
    ///   - new: the value afterwards; nil for none.
    func objection(
        to field: FieldName, of path: DocumentPath, in document: JSONObject?, from old: JSON?, to new: JSON?
    ) -> String? {
        if path.kind == .device { return "a phone cannot change the devices of the family" }
        if field == "created" { return objectionToOrigin(isNew: document == nil, new) }
        guard member.isChild else { return nil }
        switch path.kind {
        case .family: return adults("change the family's settings")
        case .member:
            if path.id == member.id, Self.ownFields.contains(field) { return nil }
            return adults("change members")
        case .task: return objectionToTask(field, from: old, to: new)
        case .template: return adults("change templates")
        case .photo where field == "verdict" || field == "unchecked": return adults("accept or refuse photos")
        case .comment:
            let author = document?["created"]?["by"]?.stringValue
            let isOwn = author == nil || author == member.id.description
            return isOwn ? nil : "only its author or an adult may change a comment"
        default: return nil
        }
    }

    private func objectionToTask(_ field: FieldName, from old: JSON?, to new: JSON?) -> String? {
        switch field {
        case "completion": return objectionToCompletion(from: old, to: new)
        // Who completes a task again takes the old verdict away.
        case "verdict": return new == nil ? nil : adults("judge a task")
        // What the next occurrences are worth, where this one differs.
        case "series" where Self.demanded(old) == Self.demanded(new): return nil
        case "series": return adults("change what a task requires or is worth")
        default: return Self.demands.contains(field) ? adults("change what a task requires or is worth") : nil
        }
    }

    /// The entries of a series about what its tasks require or are worth.
    private static func demanded(_ series: JSON?) -> Set<JSON> {
        Set(
            (series?.arrayValue ?? []).filter { entry in
                let field = entry["field"]?.stringValue ?? entry["id"]?.stringValue ?? ""
                return demands.contains(FieldName(field))
            })
    }

    /// A document says who created it, and nobody creates one in another's name.
    private func objectionToOrigin(isNew: Bool, _ new: JSON?) -> String? {
        guard isNew else { return "who created a document, and when, cannot be changed" }
        let author = new?["by"]?.stringValue
        return author == nil || author == member.id.description ? nil : "a phone creates in its member's name alone"
    }

    /// A child completes tasks in their own name, and does not take a completion from somebody else.
    private func objectionToCompletion(from old: JSON?, to new: JSON?) -> String? {
        let names = [old, new].compactMap { $0?["by"]?.stringValue }
        return names.allSatisfy { $0 == member.id.description }
            ? nil : "only an adult may complete or reopen a task in another member's name"
    }

    private func adults(_ act: String) -> String {
        "only an adult of the family may \(act), and \(member.name) is a child"
    }
}
