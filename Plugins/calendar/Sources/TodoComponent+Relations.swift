// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

extension TodoComponent {
    /// The properties that an item of a checklist can have, and those that are ignored.
    private static let plainProperties: Set<String> = [
        "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "SUMMARY", "STATUS", "COMPLETED", "PERCENT-COMPLETE",
        "RELATED-TO", "CLASS", "COLOR", "ORGANIZER",
    ]

    /// Whether the to-do has only a title and a state.
    var isPlain: Bool {
        !isCancelled && alarms.isEmpty && dependencies.isEmpty && !PlainText.line(text("SUMMARY")).line.isEmpty
            && properties.allSatisfy { line in
                Self.plainProperties.contains(line.name) || line.value.isEmpty
                    || (line.name == "PRIORITY" && line.value == "0")
                    || (line.name.hasPrefix("X-") && !line.name.hasPrefix("X-HOMETASK-"))
            }
    }

    /// The UID of the parent to-do.
    var parent: String? {
        all("RELATED-TO").first { ($0.parameter("RELTYPE") ?? "PARENT").uppercased() == "PARENT" }?.text
    }

    /// The UIDs of the to-dos that must be done before this one.
    var dependencies: [String] {
        all("RELATED-TO").filter { $0.parameter("RELTYPE")?.uppercased() == "DEPENDS-ON" }.map(\.text)
    }
}
