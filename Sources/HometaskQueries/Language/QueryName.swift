// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

/// The kinds of things that names in queries refer to, each with its singular noun.
public enum QueryName: String, Hashable, Sendable {
    case member, category, tag, pin
    case view = "saved view"

    /// Creates the kind of things that a field names; nil if the field's values are not names.
    public init?(of field: TaskField) {
        switch field.values {
        case .members, .author: self = .member
        case .category: self = .category
        case .tags: self = .tag
        case .pin: self = .pin
        default: return nil
        }
    }

    /// Words with a special meaning in place of a name, in any letter case.
    package static let reserved: Set<String> = ["me", "any", "none"]
}
