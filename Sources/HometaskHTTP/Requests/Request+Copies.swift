// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

extension Request {
    /// Returns whether the client has a cached copy with the tag (`If-None-Match`, RFC 9110, section 13.1.2). Tags are
    /// compared weakly, and `*` matches any.
    ///
    /// - Parameter tag: an entity tag that contains no comma.
    func hasCopy(tagged tag: String) -> Bool {
        let tags = (headers[.ifNoneMatch] ?? "").split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
        return tags.contains { $0 == "*" || $0 == tag || $0 == "W/" + tag }
    }
}
