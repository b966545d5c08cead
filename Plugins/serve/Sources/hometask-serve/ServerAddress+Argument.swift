// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskHTTP

extension ServerAddress {
    /// Reads the value of an option.
    static func reading(_ text: String) throws -> ServerAddress {
        guard let address = ServerAddress(text) else {
            throw ValidationError("'\(text)' is not the address of a server. Write it like https://home.example.")
        }
        return address
    }
}
