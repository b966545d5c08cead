// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// The authors of the values of an imported document.
struct ImportAuthors {
    private let origin: [UInt8]
    private let time: Timestamp

    /// - Parameter document: the document before anything is written to it.
    init(of document: Document, with fields: [FieldName: JSON]) {
        origin = document.encoded()
        time = fields["created"]?["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) } ?? Timestamp(seconds: 0)
    }

    /// Returns the author of a value or of a part of the value.
    func author(of value: JSON, in field: FieldName) -> Author {
        var content = JSONObject()
        content[field.key] = value
        return Series.author(of: .object(content), onto: origin, at: time)
    }
}
