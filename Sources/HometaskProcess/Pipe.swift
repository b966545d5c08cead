// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform
import HometaskSystem

/// A pipe between this process and a child; each end is closed once.
public struct Pipe: ~Copyable {
    /// The read end's descriptor.
    public let read: Int32
    /// The write end's descriptor.
    public let write: Int32

    /// Creates a pipe that started programs do not inherit; nil on failure.
    public init?() {
        var ends: [Int32] = [-1, -1]
        guard hometask_pipe(&ends, 0) == 0 else { return nil }
        (read, write) = (ends[0], ends[1])
    }

    /// Writes bytes as long as the read end is open elsewhere, then closes the write end.
    public func feed(_ bytes: [UInt8]) {
        defer { closeWrite() }
        var written = 0
        while written < bytes.count {
            let count = BrokenPipeSignal.blocked {
                bytes.withUnsafeBytes {
                    HometaskPlatform.write(write, $0.baseAddress?.advanced(by: written), $0.count - written)
                }
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            written += count
        }
    }

    /// Closes the read end.
    public func closeRead() { close(read) }

    /// Closes the write end.
    public func closeWrite() { close(write) }
}
