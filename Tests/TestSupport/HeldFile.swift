// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file that this process has open, and no other: programs that other tests start meanwhile do not inherit it.
public final class HeldFile: Sendable {
    /// Its descriptor; negative where it could not be opened.
    public let descriptor: Int32

    /// Opens a file for reading and writing.
    public init(_ path: String) {
        descriptor = open(path, O_RDWR | O_CLOEXEC)
    }

    deinit { close(descriptor) }
}
