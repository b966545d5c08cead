// SPDX-License-Identifier: Apache-2.0

import HometaskGit

extension FileMode {
    /// Whether a document may have this mode.
    var isFile: Bool { self == .file || self == .executable }
}
