// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// The exclusive lock of an open file (flock(2)). Only one holder, in this process or another, has it at a time, until
/// the file is closed or the process ends.
public enum FileLock {
    /// The result of requesting a lock.
    public enum Outcome: Hashable, Sendable {
        case taken
        /// Another holder kept the lock until the timeout.
        case held
        /// The file cannot be locked (errno(3)).
        case failed(Int32)
    }

    /// The pause between two attempts, in milliseconds.
    private static let pause = 2

    /// Locks an open file.
    ///
    /// - Parameter patience: the timeout in milliseconds for another holder; nil for no limit.
    public static func acquire(_ file: Int32, patience: Int? = 0) -> Outcome {
        guard let patience else {
            while flock(file, LOCK_EX) != 0 {
                if errno != EINTR { return .failed(errno) }
            }
            return .taken
        }
        var waited = 0
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { return .failed(errno) }
            if errno == EWOULDBLOCK {
                if waited >= patience { return .held }
                usleep(UInt32(pause * 1_000))
                waited += pause
            }
        }
        return .taken
    }
}
