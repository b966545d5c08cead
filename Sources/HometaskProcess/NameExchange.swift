// SPDX-License-Identifier: Apache-2.0

import CProcess

/// Exchanges what two names of one file system stand for.
public enum NameExchange {
    /// Exchanges two files or folders in one step: whenever the process ends, both names are there.
    ///
    /// - Throws: `SystemError` as `renameat2` (2) has it: `ENOENT` if one of them does not exist, `EINVAL` or `ENOSYS` if
    ///   the file system or the kernel cannot do this. Then nothing has changed.
    public static func exchange(_ one: String, with other: String) throws(SystemError) {
        let error = hometask_exchange_names(one, other)
        if error != 0 { throw SystemError(number: error) }
    }
}
