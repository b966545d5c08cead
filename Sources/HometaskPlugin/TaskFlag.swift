// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A field of tasks that has one value or none, such as `proof`, whose value is `photo`.
///
/// A format that writes every flag of ``all`` loses none that a later version of the schema adds.
public struct TaskFlag: Hashable, Sendable {
    /// The field's key in the document.
    public let name: String
    /// The only value of the field.
    public let value: String

    /// The flags in the schema of tasks, in byte order of their names.
    public static let all: [TaskFlag] = (Schema.of(.task)?.fields ?? []).compactMap { field in
        field.onlyValue.map { TaskFlag(name: field.name, value: $0) }
    }
}
