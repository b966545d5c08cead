// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskMerging

/// The change of one commit to a document: the old and new value of each changed field.
public struct VersionChange: Sendable {
    /// A field whose value changed.
    public struct Field: Sendable {
        /// The field; `conflicts` stands for conflicting edits.
        public let name: FieldName
        /// The old value; nil if there was none.
        public let old: JSON?
        /// The new value; nil if there is none.
        public let new: JSON?
    }

    /// The commit that made the change, as an entry of the log.
    public let entry: HistoryEntry
    /// The fields that it changed, by name.
    public let fields: [Field]
    /// Whether the change created the document.
    public let isCreation: Bool
    /// Why the versions cannot be compared; nil if they can.
    public let fault: String?

    /// The changes to a document, newest first.
    ///
    /// - Throws: what reading the history throws. A version that cannot be read is a change with a ``fault``.
    public static func all(
        of path: DocumentPath, in replica: any DocumentStorage & CommandHistory
    ) async throws -> [VersionChange] {
        var changes: [VersionChange] = []
        for entry in try await replica.history(since: nil, path: path, limit: Int.max) {
            changes.append(try await change(of: path, by: entry, in: replica))
        }
        return changes
    }

    /// The change of one commit to a document.
    ///
    /// - Throws: what reading the history throws. A version that cannot be read is a change with a ``fault``.
    public static func change(
        of path: DocumentPath, by entry: HistoryEntry, in replica: any DocumentStorage
    ) async throws -> VersionChange {
        do {
            let after = try await document(path, at: entry.commit, in: replica)
            let before = try await entry.parents.asyncFirst { try await document(path, at: $0, in: replica) }
            return VersionChange(entry, from: before, to: after)
        } catch let error as ReplicaError {
            return VersionChange(entry: entry, fields: [], isCreation: false, fault: error.message)
        }
    }

    /// The change as JSON, for programs: the members of the commit (``HistoryEntry/json``), and `changes`: each with
    /// `field`, `from` and `to`, which are null if there was no value.
    public var json: JSONObject {
        var object = entry.json
        object["changes"] = .array(
            fields.map {
                ["field": .string($0.name.description), "from": $0.old ?? .null, "to": $0.new ?? .null]
            })
        return object
    }

    private init(_ entry: HistoryEntry, from before: Document?, to after: Document?) {
        var old = before?.shown ?? JSONObject()
        var new = after?.shown ?? JSONObject()
        if let before, !before.conflicts.isEmpty { old["conflicts"] = .array(Self.contested(before)) }
        if let after, !after.conflicts.isEmpty { new["conflicts"] = .array(Self.contested(after)) }
        let names = Set(old.keys).union(new.keys).subtracting(["id", "kind", "created"]).sorted()
        let fields = names.compactMap { name -> Field? in
            old[name] == new[name] ? nil : Field(name: FieldName(name), old: old[name], new: new[name])
        }
        self.init(entry: entry, fields: fields, isCreation: before == nil, fault: nil)
    }

    private init(entry: HistoryEntry, fields: [Field], isCreation: Bool, fault: String?) {
        (self.entry, self.fields, self.isCreation, self.fault) = (entry, fields, isCreation, fault)
    }

    private static func contested(_ document: Document) -> [JSON] {
        let items = TaskItem.all(document["items"])
        return document.conflicts.map { .string($0.subject(among: items)) }
    }

    private static func document(
        _ path: DocumentPath, at commit: String, in replica: any DocumentStorage
    ) async throws -> Document? {
        try await replica.read(at: commit) { try $0.document(at: path) }
    }
}

extension [String] {
    /// The first result that is not nil.
    fileprivate func asyncFirst<Result>(_ body: (String) async throws -> Result?) async rethrows -> Result? {
        for element in self {
            if let result = try await body(element) { return result }
        }
        return nil
    }
}
