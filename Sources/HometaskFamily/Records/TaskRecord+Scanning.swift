// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension TaskRecord {
    /// Reads the task at a path from the members that a scanner selects; nil if the bytes are not a task of this path.
    init?(scanning bytes: UnsafeRawBufferPointer, at path: DocumentPath, with scanner: MemberScanner) {
        guard let members = try? scanner.listed(of: bytes), path.owns(members) else { return nil }
        self.init(members)
    }
}
