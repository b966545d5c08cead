// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension JSONObject {
    /// The regular expression of the member `pattern`.
    var pattern: PluginPattern? { self["pattern"]?.stringValue.map { PluginPattern(source: $0) } }
}
