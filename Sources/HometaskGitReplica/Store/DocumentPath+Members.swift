// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension DocumentPath {
    /// Returns whether scanned members identify a document that belongs at this path.
    func isNamed(by members: JSONObject) -> Bool {
        guard let told = members["id"]?.stringValue, members["kind"]?.stringValue == kind.rawValue else { return false }
        return id.map { told == $0.description } ?? (DocumentID(told) != nil)
    }
}
