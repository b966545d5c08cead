// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments

/// Accessors that never fail: an invalid value counts as absent, because records are for display, and one invalid field
/// must not hide the rest of a document.
extension JSONObject {
    package func text(_ key: String) -> String? { self[key]?.stringValue }

    package func strings(_ key: String) -> [String] { self[key]?.strings ?? [] }

    package func id(_ key: String) -> DocumentID? { self[key]?.stringValue.flatMap { DocumentID($0) } }

    func ids(_ key: String) -> [DocumentID] { strings(key).compactMap { DocumentID($0) } }

    package func time(_ key: String) -> Timestamp? { self[key]?.stringValue.flatMap { Timestamp(rfc3339: $0) } }
}
