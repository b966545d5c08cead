// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// Data outside a task's own document that queries use.
public enum QueryRelation: Hashable, Sendable, CaseIterable {
    /// Which tasks must be done before others.
    case dependencies
    /// Which photos are about tasks.
    case photos
    /// Which notes are about tasks.
    case notes
}

/// The data about tasks outside their own documents. Data that the query does not use may be left empty.
public struct QueryContext: Sendable {
    /// The time zone that determines when a day begins and ends.
    public var zone: TimeZoneRules
    /// Which tasks must be done before others.
    public var dependencies = TaskDependencies()
    /// The tasks that photos are about.
    public var photographed: Set<DocumentID> = []
    /// The tasks that notes are about.
    public var noted: Set<DocumentID> = []

    /// Creates a context without relations.
    public init(zone: TimeZoneRules) {
        self.zone = zone
    }

    /// Reads the data for the given relations from a version.
    public init(zone: TimeZoneRules, reading reader: DocumentReader, for relations: Set<QueryRelation>)
        throws(ReplicaError)
    {
        self.zone = zone
        if relations.contains(.dependencies) { dependencies = try TaskDependencies(reading: reader) }
        if relations.contains(.photos) { photographed = try Self.subjects(of: .photo, reader) }
        if relations.contains(.notes) { noted = try Self.subjects(of: .note, reader) }
    }

    /// Returns the tasks that documents of a kind are about.
    private static func subjects(of kind: DocumentKind, _ reader: DocumentReader) throws(ReplicaError) -> Set<
        DocumentID
    > {
        var found: Set<DocumentID> = []
        try reader.forEachMembers(of: kind, selecting: ["about", "deleted", "id"]) { _, members in
            let about = members["about"]
            guard members["deleted"] == nil, about?["kind"]?.stringValue == DocumentKind.task.rawValue,
                let id = about?["id"]?.stringValue.flatMap({ DocumentID($0) })
            else { return }
            found.insert(id)
        }
        return found
    }
}
