// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem

extension FileError {
    /// Whether the file system cannot represent the name, or something else is in its place. The cause is the fetched
    /// content, so other operations can continue.
    var meansUnfitName: Bool { [ENAMETOOLONG, EISDIR, ENOTDIR, EILSEQ, EINVAL, ELOOP].contains(number) }
}
