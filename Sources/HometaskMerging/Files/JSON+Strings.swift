// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension JSON {
    /// Returns the strings of an array, empty for no value; nil if the value is not an array, or has elements that are
    /// not strings.
    static func strings(_ value: JSON?) -> [String]? {
        guard let value else { return [] }
        guard let elements = value.arrayValue else { return nil }
        let strings = elements.compactMap { $0.stringValue }
        return strings.count == elements.count ? strings : nil
    }
}
