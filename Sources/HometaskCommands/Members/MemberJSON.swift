// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// A member as `--json` prints it.
enum MemberJSON {
    /// Returns an object with `id`, `isMe`, `mergedInto`, `name`, `removed`, and the text fields (`color`, `email`,
    /// `role`); unknown values are null. Also `keys`, `reminders`, `remindAt` and `quietHours` if they are set, and
    /// `extensions` (by plugin and field) if plugins added fields.
    static func object(_ member: MemberRecord, me: DocumentID?) -> JSONObject {
        var object = JSONObject(member)
        object["isMe"] = .bool(member.id == me)
        object["mergedInto"] = (member.mergedInto?.description).json
        object["name"] = .string(member.name)
        object["removed"] = .bool(member.isRemoved)
        if !member.keys.isEmpty { object["keys"] = .array(member.keys.map { .string($0) }) }
        object["reminders"] = member.reminders.map { .array($0.map { .string($0.description) }) }
        object["remindAt"] = member.remindAt.map { .string($0.hourAndMinute) }
        object["quietHours"] = member.quietHours?.json
        return object
    }
}

/// A category as `--json` prints it.
enum CategoryJSON {
    /// Returns an object with `color`, `id`, `name`; and `extensions` (by plugin and field) if plugins added fields.
    static func object(_ category: CategoryRecord) -> JSONObject {
        var object = JSONObject(category)
        object["name"] = .string(category.name)
        return object
    }
}
