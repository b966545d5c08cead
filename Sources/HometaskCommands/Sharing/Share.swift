// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The content of documents to send to others.
struct Share: Sendable {
    let form: ShareFormat
    /// The names of the documents for people.
    let names: [String]
    /// The whole text to send, in the format of ``form``.
    let content: String
    /// The unsent parts of the documents, in words, without duplicates.
    let leftOut: [String]
    /// The number of hidden places near home in the content.
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

/// Returns the number of things left out: `2 photos`; nil for none.
func leftOut(_ count: Int, _ noun: String) -> String? {
    count == 0 ? nil : count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
