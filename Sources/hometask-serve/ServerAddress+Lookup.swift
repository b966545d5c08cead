// SPDX-License-Identifier: Apache-2.0

import HometaskHTTP
import HometaskPlatform

extension ServerAddress {
    /// Returns whether the host name resolves on this machine, which takes as long as the DNS lookup. True for IP
    /// addresses.
    func isKnownHere() async -> Bool {
        guard let name else { return true }
        let isKnown = await BlockingWork.run {
            var list: UnsafeMutablePointer<addrinfo>?
            defer { if let list { freeaddrinfo(list) } }
            return getaddrinfo(name, nil, nil, &list) == 0
        }
        return isKnown ?? true
    }
}
