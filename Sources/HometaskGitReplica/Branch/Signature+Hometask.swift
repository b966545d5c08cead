// SPDX-License-Identifier: Apache-2.0

import HometaskGit

extension Signature {
    /// Returns the signature of commits that belong to no member.
    static func hometask(at seconds: Int64) -> Signature {
        Signature(name: "hometask", email: "hometask@localhost", seconds: seconds)
    }
}
