// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskHTTP

extension ServerAddress {
    /// Parses the value of an option.
    static func reading(_ text: String) throws -> ServerAddress {
        guard let address = ServerAddress(text) else {
            throw ValidationError(
                "‘\(text)’ is not the address of a server. Write it like https://home.example or "
                    + "https://home.example:8420. The host is a name, an IPv4 address of four numbers, or an IPv6 address "
                    + "in brackets.")
        }
        if let obstacle = address.obstacle {
            throw ValidationError("\(obstacle). Give the address of a server with HTTPS: --url https://home.example.")
        }
        return address
    }

    /// The reason no phone can join at the address, in one sentence without a full stop; nil if no reason is known.
    var obstacle: String? {
        if isUnspecified { return "no phone can open \(self): it stands for all addresses of a machine" }
        if scheme == "http", !isOfThisMachine {
            return "no phone can join at \(self): browsers keep the cookie of a phone only with HTTPS"
        }
        return nil
    }
}
