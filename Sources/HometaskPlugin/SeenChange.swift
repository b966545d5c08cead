// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A change of one document in the form in which hooks receive it.
public struct SeenChange: Sendable {
    /// The kind of the document that changed.
    public let kind: DocumentKind
    /// The id of the document that changed.
    public let id: DocumentID
    /// The document before the change; nil if it is new.
    public let before: JSONObject?
    /// The document after the change.
    public let after: JSONObject
    /// The fields that differ.
    public let fields: [Field]
    /// Whether the change came from a remote.
    public let isRemote: Bool
    /// The number of successive plugin reactions since a person's change; 0 for a person's change.
    public let generation: Int

    /// One field that differs.
    public struct Field: Hashable, Sendable {
        /// The name: a member of the document, or `extensions/PLUGIN/NAME`.
        public let name: String
        /// The member who wrote the field, if known.
        public let member: DocumentID?
        /// The name of the device that wrote the field, if known.
        public let device: String?
    }

    /// Parses the changes in the parameters of a hook.
    static func all(in params: JSONObject) -> [SeenChange] {
        (params["changes"]?.arrayValue ?? []).compactMap { change in
            change.objectValue.flatMap { SeenChange($0, isRemote: params["origin"] == "remote") }
        }
    }

    private init?(_ object: JSONObject, isRemote: Bool) {
        guard let kind = object["kind"]?.stringValue, let id = object["id"]?.stringValue.flatMap({ DocumentID($0) }),
            let after = object["after"]?.objectValue
        else { return nil }
        self.kind = DocumentKind(rawValue: kind)
        self.id = id
        self.before = object["before"]?.objectValue
        self.after = after
        self.isRemote = isRemote
        generation = object["generation"]?.intValue ?? 0
        fields = (object["fields"]?.arrayValue ?? []).compactMap { field in
            field["field"]?.stringValue.map { name in
                Field(
                    name: name, member: field["by"]?["member"]?.stringValue.flatMap { DocumentID($0) },
                    device: field["by"]?["device"]?.stringValue)
            }
        }
    }
}
