// SPDX-License-Identifier: Apache-2.0

/// The kinds of things that names in queries refer to.
public enum QueryName: Hashable, Sendable {
    case member, category, tag, pin, view

    /// Words with a special meaning in place of a name, in any letter case.
    package static let reserved: Set<String> = ["me", "any", "none"]
}
