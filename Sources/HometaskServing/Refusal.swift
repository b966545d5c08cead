// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// An edit that was not accepted.
public struct Refusal: Hashable, Sendable {
    /// The path of the document that was edited.
    public let path: DocumentPath
    /// The field; nil if the whole document was refused.
    public let field: FieldName?
    /// The rule that forbids the edit; nil if the edit is unreadable or too large.
    public let rule: Rule?
    /// The reason, in one sentence for the member.
    public let why: String

    /// The rules that forbid edits from phones, as codes for programs that translate messages.
    public enum Rule: String, CaseIterable, Sendable {
        /// Only adults may do this.
        case adults
        /// Only the author of the document or an adult may do this.
        case author
        /// No phone may do this: only the command or the exchange itself can.
        case command
        /// Past events cannot be dated in the future.
        case future
        /// The creator and creation time of a document cannot be changed, and nobody can create a document in another
        /// person's name.
        case origin
    }

    init(path: DocumentPath, field: FieldName?, rule: Rule? = nil, why: String) {
        (self.path, self.field, self.rule, self.why) = (path, field, rule, why)
    }

    var json: JSONObject {
        var object: JSONObject = ["path": .string(path.text), "why": .string(why)]
        if let field { object["field"] = .string(field.description) }
        if let rule { object["rule"] = .string(rule.rawValue) }
        return object
    }
}
