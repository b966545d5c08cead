// SPDX-License-Identifier: Apache-2.0

import CLibgit2

extension timespec {
    /// The nanoseconds since 1970.
    var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
