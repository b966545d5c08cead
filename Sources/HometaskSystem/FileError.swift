// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// The failure of a file operation.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or folder.
    public let path: String
    /// The attempted operation: a verb, such as `read`.
    public let operation: String
    /// The system's error number (errno(3)).
    public let number: Int32

    /// Creates an error; `operation` is a verb, and `number` comes from errno(3).
    public init(_ path: String, _ operation: String, number: Int32) {
        self.path = path
        self.operation = operation
        self.number = number
    }

    /// Whether the disk is full, or the user's quota is exceeded.
    public var isForRoom: Bool { number == ENOSPC || number == EDQUOT }

    /// Whether permission is denied, or the file system is mounted read-only.
    public var isForPermission: Bool { [EACCES, EPERM, EROFS].contains(number) }

    /// The system's message for the cause.
    public var reason: String { String(cString: strerror(number)) }

    /// `cannot read PATH: REASON`.
    public var description: String { "cannot \(operation) \(path): \(reason)" }
}
