// SPDX-License-Identifier: Apache-2.0

import CProcess

/// Exchanges two names in one file system.
public enum NameExchange {
    /// Exchanges two files or folders atomically: both names always exist.
    ///
    /// - Throws: the `SystemError` of `renameat2` (2): `ENOENT` if either does not exist, `EINVAL` or `ENOSYS` if the
    ///   file system or the kernel does not support this. On failure, nothing has changed.
    public static func exchange(_ one: String, with other: String) throws(SystemError) {
        let error = hometask_exchange_names(one, other)
        if error != 0 { throw SystemError(number: error) }
    }
}
