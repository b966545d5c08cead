// SPDX-License-Identifier: Apache-2.0

import CGuide

/// A page of the guide, as `hometask help TOPIC` shows it. The pages are those of the DocC catalogue, compiled into the
/// program.
enum GuideTopic: String, CaseIterable {
    case families, tasks, dates, recurrence, queries, search, reminders, statistics
    case places, photos, hunts, phones
    case sync, conflicts, privacy, config, plugins, fields, formats, json
    case exitCodes = "exit-codes"

    /// Finds the topic named by `word`, in any letter case.
    init?(named word: String) {
        self.init(rawValue: word.lowercased())
    }

    /// The text of the page, in Markdown.
    var text: String {
        var count = 0
        let bytes = hometask_guide_page(rawValue, &count)
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// A summary of the page in one sentence: its second paragraph.
    var summary: String {
        for case .paragraph(let text) in Markdown(text).blocks { return text }
        return ""
    }
}
