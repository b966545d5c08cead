// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The features that `has:` can test.
public enum QueryFeature: String, Hashable, Sendable, CaseIterable {
    case assignee, category, tag, priority, points, due, wait, after, place, items, description, photo, note, conflict

    /// The members of a task's document that determine the feature.
    var neededMembers: Set<ExactString> {
        switch self {
        case .assignee: ["assignees"]
        case .category, .priority, .points, .due, .wait, .after, .place, .items, .description: [ExactString(rawValue)]
        case .tag: ["tags"]
        case .photo: ["completion"]
        case .note: []
        case .conflict: ["conflicts"]
        }
    }

    /// Looks up a feature by name, ignoring case and a final s.
    static func named(_ word: String) -> QueryFeature? {
        let word = word.lowercased()
        return allCases.first { [$0.rawValue, $0.rawValue + "s"].contains(word) || $0.rawValue == word + "s" }
    }
}
