// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

extension PluginManifest {
    /// All kinds of documents that the manifest names.
    var kinds: Set<DocumentKind> {
        needs.read.union(needs.write).union(offers.fields.keys).union(offers.hooks.flatMap(\.kinds))
    }
}
