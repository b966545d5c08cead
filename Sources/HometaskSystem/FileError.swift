// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why the system did not do with a file what it was asked to.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or folder.
    public let path: String
    /// What was to be done with it: a verb, such as `read`.
    public let operation: String
    /// The system's number of the cause (errno(3)).
    public let number: Int32

    /// An error with all its parts.
    public init(_ path: String, _ operation: String, _ number: Int32) {
        self.path = path
        self.operation = operation
        self.number = number
    }

    /// Whether the disk is full, or the user's quota is exceeded.
    public var isForRoom: Bool { number == ENOSPC || number == EDQUOT }

    /// Whether permission is denied, or the file system is mounted read-only.
    public var isForPermission: Bool { [EACCES, EPERM, EROFS].contains(number) }

    /// The cause in the system's words.
    public var reason: String { String(cString: strerror(number)) }

    /// `cannot read PATH: REASON`.
    public var description: String { "cannot \(operation) \(path): \(reason)" }
}
