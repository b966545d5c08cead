// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// A file opened with close-on-exec: programs started by other tests do not inherit it.
public final class HeldFile: Sendable {
    /// The descriptor; negative if opening failed.
    public let descriptor: Int32

    /// Opens a file for reading and writing.
    public init(_ path: String) {
        descriptor = open(path, O_RDWR | O_CLOEXEC)
    }

    deinit { close(descriptor) }
}
