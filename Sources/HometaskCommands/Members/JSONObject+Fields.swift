// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

extension JSONObject {
    /// Adds the text fields of a document.
    mutating func put(texts: [FieldName: String], of kind: DocumentKind) {
        for field in TextField.all(of: kind) {
            self[field.name] = texts[field.key].map { .string($0) } ?? (field.isNullInJSON ? .null : nil)
        }
    }

    /// Adds the fields that plugins added to a document, if there are any.
    mutating func put(extensions: JSONObject) {
        if !extensions.isEmpty { self["extensions"] = .object(extensions) }
    }
}
