// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// An importer's change, held back until it is known whether the change creates a document.
struct HeldChange {
    /// The change in the form of messages.
    let json: JSON
    /// The approximate size in bytes.
    let bytes: Int
    /// The ids of waiting documents that the change refers to, in order.
    let named: [String]
    /// The document that the change creates, if it may already exist.
    let made: CreatedDocument?

    /// A document that a change creates under a key.
    struct CreatedDocument: Hashable {
        let kind: DocumentKind
        let id: DocumentID
    }

    /// Returns the strings in a change that may be ids.
    static func texts(in change: PluginChange) -> Set<String> {
        var texts: Set<String> = []
        collect(change.json, into: &texts)
        return texts
    }

    private static func collect(_ json: JSON, into texts: inout Set<String>) {
        switch json {
        case .string(let text): if text.utf8.count == 36 { texts.insert(text) }
        case .array(let values): for value in values { collect(value, into: &texts) }
        case .object(let object): for (_, value) in object.members { collect(value, into: &texts) }
        default: break
        }
    }
}
