// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

extension Document {
    /// Returns the document with an id for each item of its checklist.
    func withItemIDs(by author: Author) -> Document {
        var named = self
        named.makeList(of: "items", by: author)
        return named
    }
}
