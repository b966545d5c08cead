// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

extension Request {
    /// Returns whether the client accepts a content coding, such as `gzip` (RFC 9110, section 12.5.3).
    func accepts(_ coding: String) -> Bool {
        let words = headers[.acceptEncoding]?.split(separator: ",") ?? []
        return words.contains { $0.filter { $0 != " " }.lowercased() == coding }
    }
}
