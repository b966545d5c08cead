// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

extension Dictionary where Key == ExtensionName, Value == JSON {
    /// The values by the fields of the document.
    var byField: [FieldName: JSON?] {
        var values: [FieldName: JSON?] = [:]
        for (name, value) in self { values[name.field] = value }
        return values
    }
}
