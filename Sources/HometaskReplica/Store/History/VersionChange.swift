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
    /// The fields that the commit changed, by name.
    public let fields: [Field]
    /// Whether the change created the document.
    public let isCreation: Bool
    /// Why the versions cannot be compared; nil if they can.
    public let fault: String?

    /// Returns the changes to a document, newest first. Each version of the document is read once, unless it occurs
    /// several times.
    ///
    /// - Throws: errors of reading the history. A version that cannot be read is a change with a ``fault``.
    public static func all(
        of path: DocumentPath, in replica: any CommandHistory
    ) async throws -> [VersionChange] {
        var changes: [VersionChange] = []
        // A cache: the old version of a change is usually the new version of the next one in this order.
        var known: [String: JSONObject] = [:]
        func fields(of content: String) async throws -> JSONObject {
            if let fields = known.removeValue(forKey: content) { return fields }
            return compared(try await replica.document(path, content: content))
        }
        for version in try await replica.versions(of: path) {
            do {
                var after: JSONObject?
                var before: JSONObject?
                if let content = version.content { after = try await fields(of: content) }
                if let content = version.previous {
                    before = try await fields(of: content)
                    known[content] = before
                }
                changes.append(VersionChange(version.entry, from: before, to: after))
            } catch let error as ReplicaError {
                changes.append(VersionChange(version.entry, fault: error))
            }
        }
        return changes
    }

    /// Returns the change of one commit to a document.
    ///
    /// - Throws: errors of reading the history. A version that cannot be read is a change with a ``fault``.
    public static func change(
        of path: DocumentPath, by entry: HistoryEntry, in replica: any DocumentStorage
    ) async throws -> VersionChange {
        do {
            let after = try await document(path, at: entry.commit, in: replica)
            let before = try await entry.parents.asyncFirst { try await document(path, at: $0, in: replica) }
            return VersionChange(entry, from: before.map(compared), to: after.map(compared))
        } catch let error as ReplicaError {
            return VersionChange(entry, fault: error)
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

    private init(_ entry: HistoryEntry, from before: JSONObject?, to after: JSONObject?) {
        let (old, new) = (before ?? JSONObject(), after ?? JSONObject())
        let names = Set(old.keys).union(new.keys).subtracting(["id", "kind", "created"]).sorted()
        let fields = names.compactMap { name -> Field? in
            old[name] == new[name] ? nil : Field(name: FieldName(name), old: old[name], new: new[name])
        }
        self.init(entry: entry, fields: fields, isCreation: before == nil, fault: nil)
    }

    private init(entry: HistoryEntry, fields: [Field], isCreation: Bool, fault: String?) {
        (self.entry, self.fields, self.isCreation, self.fault) = (entry, fields, isCreation, fault)
    }

    private init(_ entry: HistoryEntry, fault: ReplicaError) {
        self.init(entry: entry, fields: [], isCreation: false, fault: fault.message)
    }

    /// Returns the fields of a version that are compared, with its conflicts.
    private static func compared(_ document: Document) -> JSONObject {
        var fields = document.shown
        if !document.conflicts.isEmpty { fields["conflicts"] = .array(contested(document)) }
        return fields
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
    /// Returns the first result that is not nil.
    fileprivate func asyncFirst<Result>(_ body: (String) async throws -> Result?) async rethrows -> Result? {
        for element in self {
            if let result = try await body(element) { return result }
        }
        return nil
    }
}
