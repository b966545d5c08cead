// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// A file that serves only as a lock (``FileLock``). One holder, in this process or another, has the lock at a time,
/// until this object is released or its process ends.
public final class LockFile: Sendable {
    /// The descriptor of the open file, for reading and writing.
    public let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Acquires the lock, and creates the file if it is missing. A symbolic link at the path is not followed.
    ///
    /// - Parameter patience: the timeout in milliseconds for another holder; nil for no limit.
    /// - Returns: nil if another holder kept the lock until the timeout.
    /// - Throws: an error if the file cannot be opened or locked.
    public static func acquire(_ path: String, patience: Int? = 0) throws(FileError) -> LockFile? {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw FileError(path, "lock", number: errno) }
        let lock = LockFile(file)
        switch FileLock.acquire(file, patience: patience) {
        case .taken: return lock
        case .held: return nil
        case .failed(let number): throw FileError(path, "lock", number: number)
        }
    }

    /// Runs a function while holding the lock.
    public func hold<Result>(_ body: () throws -> Result) rethrows -> Result {
        try withExtendedLifetime(self, body)
    }
}
