// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// A query that the family has saved under a name, with the order of its results.
public struct ViewRecord: DocumentRecord {
    /// The kind of the documents.
    public static let kind = DocumentKind.view

    /// The fields common to all kinds.
    public let common: CommonFields
    /// The name, which users write after `@`.
    public let name: String

    /// Reads a view from the members of its document; nil if the id is missing.
    public init?(_ members: JSONObject) {
        guard let common = CommonFields(members, of: Self.kind) else { return nil }
        self.common = common
        name = members.text("name") ?? ""
    }

    /// The query, as typed; nil if the document contains none, as opposed to an empty query.
    public var query: String? { texts["query"] }

    /// The order, in the form of `--sort`; nil for the default order.
    public var sort: String? { texts["sort"] }

    /// The order; nil for the default order, or if the order is unknown to this version.
    public var order: TaskOrder? { sort.flatMap { TaskOrder($0) } }

    /// The finding reported when a repository is examined; nil if the view's query can be parsed.
    public var finding: Finding? {
        let fault: String
        if let query {
            do throws(QueryError) {
                _ = try QueryParser.parse(query)
                return nil
            } catch {
                fault = error.message
            }
        } else {
            fault = "there is none"
        }
        return Finding(
            .advice, "saved view", message: "the query of \(Quotation.of(name)) cannot be read: \(fault)",
            hint: "\(.saveView) gives it another, unless a later version of the program wrote it.")
    }

    /// Reads all readable views of a version, including those in the trash, sorted by name.
    public static func all(reading reader: DocumentReader) throws(ReplicaError) -> [ViewRecord] {
        var views: [ViewRecord] = []
        try reader.forEachMembers(of: .view) { _, members in
            if let view = ViewRecord(members) { views.append(view) }
        }
        return views.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }
}
