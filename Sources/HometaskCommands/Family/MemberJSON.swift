// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReplica
import HometaskTime

/// A member as `--json` prints them.
enum MemberJSON {
    /// `color`, `email`, `id`, `isMe`, `mergedInto`, `name`, `removed`, `role`; what is unknown is null. And `reminders`,
    /// `remindAt` and `quietHours` where something was said of them.
    static func object(_ member: MemberRecord, me: DocumentID?) -> JSONObject {
        var object: JSONObject = [
            "color": member.color.json, "email": member.email.json, "id": .string(member.id.description),
            "isMe": .bool(member.id == me), "mergedInto": (member.mergedInto?.description).json,
            "name": .string(member.name), "removed": .bool(member.isRemoved), "role": member.role.json,
        ]
        object["reminders"] = member.reminders.map { .array($0.map { .string($0.description) }) }
        object["remindAt"] = member.remindAt.map { .string($0.hourAndMinute) }
        object["quietHours"] = member.quietHours?.json
        return object
    }
}

/// A category as `--json` prints it.
enum CategoryJSON {
    /// `color`, `id`, `name`.
    static func object(_ category: CategoryRecord) -> JSONObject {
        ["color": category.color.json, "id": .string(category.id.description), "name": .string(category.name)]
    }
}

extension String? {
    /// The text, or null.
    var json: JSON { map { .string($0) } ?? .null }
}
