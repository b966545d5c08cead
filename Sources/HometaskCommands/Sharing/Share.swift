// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// What is sent to others of some documents.
struct Share: Sendable {
    let form: ShareFormat
    /// What people call the documents.
    let names: [String]
    /// The whole text that is sent, in the format of ``form``.
    let content: String
    /// What the documents hold besides and is not sent: each thing once, in words.
    let leftOut: [String]
    /// How many places near home are hidden in it.
    let hidden: Int

    init(_ form: ShareFormat, names: [String], content: String, leftOut: [String], hidden: Int = 0) {
        (self.form, self.names, self.content, self.hidden) = (form, names, content, hidden)
        var seen: Set<String> = []
        self.leftOut = leftOut.filter { seen.insert($0).inserted }
    }

    /// `as`, `content`, and `leftOut`, an array of words.
    var json: JSONObject {
        [
            "as": .string(form.rawValue), "content": .string(content),
            "leftOut": .array(leftOut.map { .string($0) }),
        ]
    }
}

/// How much of something is left out: `2 photos`; nil for none.
func leftOut(_ count: Int, _ noun: String) -> String? {
    count == 0 ? nil : count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
