// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskWebPush

extension ReminderMessage {
    /// The time to live of a reminder at the push service while the phone is unreachable: three days, in seconds.
    private static let lifetime = 3 * 86_400
    /// The maximum lengths of title and description in Unicode scalars. Together they fit into one message.
    private static let longest = (title: 200, body: 500)

    /// Encodes the reminder as a push message with `id`, `kind`, `title`, `body`, `task` and `due`.
    ///
    /// The body contains only the description, because the page formats the due date in the phone's language.
    ///
    /// - Parameter description: the lines of the task's description.
    func push(_ description: [String]) -> PushMessage? {
        var members: JSONObject = [
            "id": .string(id.description), "kind": .string(kind.rawValue),
            "title": .string(Self.shortened(title, to: Self.longest.title)),
            "body": .string(Self.shortened(description.joined(separator: "\n"), to: Self.longest.body)),
        ]
        members["task"] = task.map { .string($0.description) }
        members["due"] = due?.json
        // A later reminder of the same task replaces an undelivered one.
        return PushMessage(members.compactBytes(), about: task ?? id, keptFor: Self.lifetime)
    }

    /// Truncates a string to a number of Unicode scalars, and removes control characters other than line feeds.
    static func shortened(_ text: String, to count: Int) -> String {
        let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .control || $0 == "\n" }
        let isLonger = scalars.count > count
        return String(String.UnicodeScalarView(scalars.prefix(isLonger ? count - 1 : count))) + (isLonger ? "…" : "")
    }
}
