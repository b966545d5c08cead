// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

extension CommentRecord {
    /// Whether a comment was made before another; if both were made at the same time, whether it has the lower id.
    static func isEarlier(_ left: CommentRecord, _ right: CommentRecord) -> Bool {
        (left.createdAt?.seconds ?? .min, left.id) < (right.createdAt?.seconds ?? .min, right.id)
    }
}
