// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging
public import HometaskTime

/// A person of the family.
public struct MemberRecord: DocumentRecord {
    /// The kind of the documents.
    public static let kind = DocumentKind.member

    /// The fields common to all kinds.
    public let common: CommonFields
    /// The display name of the document.
    public let name: String
    /// The member's public ssh keys, each a type and the key in base64.
    public let keys: [String]
    /// When to remind the member of tasks without reminders of their own; nil if the family's reminders apply.
    public let reminders: [ReminderTime]?
    /// The time of day at which a whole day counts as due for reminders; nil if it is not set.
    public let remindAt: TimeOfDay?
    /// When not to remind the member.
    public let quietHours: ClockSpan?
    /// The channels through which the member is reminded.
    public let channels: [MemberChannel]
    /// Whether the member has left; tasks still show who it was.
    public private(set) var isRemoved: Bool
    /// The remaining member, if this member was merged into another.
    public private(set) var mergedInto: DocumentID?
    /// Whether the member left, rather than only being merged into another.
    package let hasLeft: Bool

    /// Reads a member from the members of its document; nil if the id is missing.
    public init?(_ members: JSONObject) {
        guard let common = CommonFields(members, of: Self.kind) else { return nil }
        self.common = common
        name = members.text("name") ?? ""
        keys = members.strings("keys")
        reminders = ReminderTime.all(members.strings("reminders"))
        remindAt = members.text("remindAt").flatMap { TimeOfDay(hourAndMinute: $0) }
        quietHours = ClockSpan(members["quietHours"])
        channels = MemberChannel.all(members["channels"])
        mergedInto = members.id("mergedInto")
        hasLeft = members["removed"] == true || common.isDeleted
        isRemoved = hasLeft || mergedInto != nil
    }

    /// The email address in the member's commits.
    public var email: String? { texts["email"] }

    /// The member's colour, `#rrggbb`.
    public var color: String? { texts["color"] }

    /// The member's role, `adult` or `child`; nil if unset, which means adult.
    public var role: String? { texts["role"] }

    /// Whether the member is a child, who may not give verdicts. A member without a role is an adult.
    public var isChild: Bool { role == "child" }

    /// The member as the remaining one of a merge ring.
    var staying: MemberRecord {
        var member = self
        member.mergedInto = nil
        member.isRemoved = hasLeft
        return member
    }
}
