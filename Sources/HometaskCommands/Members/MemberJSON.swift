// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// A member as `--json` prints them.
enum MemberJSON {
    /// `id`, `isMe`, `mergedInto`, `name`, `removed`, and the text fields (`color`, `email`, `role`); unknown values are
    /// null. Also `keys`, `reminders`, `remindAt` and `quietHours` if they are set, and `extensions` (by plugin and
    /// field) if plugins added fields.
    static func object(_ member: MemberRecord, me: DocumentID?) -> JSONObject {
        var object: JSONObject = [
            "id": .string(member.id.description), "isMe": .bool(member.id == me),
            "mergedInto": (member.mergedInto?.description).json,
            "name": .string(member.name), "removed": .bool(member.isRemoved),
        ]
        object.put(texts: member.texts, of: .member)
        if !member.keys.isEmpty { object["keys"] = .array(member.keys.map { .string($0) }) }
        object["reminders"] = member.reminders.map { .array($0.map { .string($0.description) }) }
        object["remindAt"] = member.remindAt.map { .string($0.hourAndMinute) }
        object["quietHours"] = member.quietHours?.json
        object.put(extensions: member.extensions)
        return object
    }
}

/// A category as `--json` prints it.
enum CategoryJSON {
    /// `color`, `id`, `name`; and `extensions` (by plugin and field) if plugins added fields.
    static func object(_ category: CategoryRecord) -> JSONObject {
        var object: JSONObject = ["id": .string(category.id.description), "name": .string(category.name)]
        object.put(texts: category.texts, of: .category)
        object.put(extensions: category.extensions)
        return object
    }
}
