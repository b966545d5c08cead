// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskMerging

extension Document {
    /// The display name: its title, name or text.
    public var displayName: String {
        if kind == .photo, let photo = PhotoRecord(shown) { return photo.name }
        if kind == .comment, let comment = CommentRecord(shown) { return comment.name }
        return (self["title"] ?? self["name"])?.stringValue ?? "a \(kind)"
    }
}
