// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform

/// A request to end a running program, visible to a thread that waits in poll(2).
///
/// `Sendable`: the descriptors never change, and writing one byte to a pipe is safe from any thread.
final class Cancellation: Sendable {
    private let pipe: (read: Int32, write: Int32)

    init() {
        var ends: [Int32] = [-1, -1]
        _ = unsafe hometask_pipe(&ends, 1)
        pipe = (ends[0], ends[1])
    }

    deinit {
        close(pipe.read)
        close(pipe.write)
    }

    /// Becomes readable when cancelled.
    var descriptor: Int32 { pipe.read }

    func cancel() {
        var byte: UInt8 = 1
        _ = unsafe write(pipe.write, &byte, 1)
    }
}
