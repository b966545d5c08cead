// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The exclusive lock of an open file (flock(2)), which one holder has at a time, of this process or another: until the
/// file is closed, or the process ends, however it does.
public enum FileLock {
    /// What came of asking for a lock.
    public enum Outcome: Hashable, Sendable {
        case taken
        /// Another holds it, and has for as long as was waited.
        case held
        /// It cannot be locked (errno(3)).
        case failed(Int32)
    }

    /// How long is waited between two looks, in milliseconds.
    private static let pause = 2

    /// Locks an open file.
    ///
    /// - Parameter patience: how many milliseconds to wait for another holder; nil for no limit.
    public static func take(_ file: Int32, patience: Int? = 0) -> Outcome {
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
