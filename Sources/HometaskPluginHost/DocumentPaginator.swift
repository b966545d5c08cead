// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging
import HometaskPluginProtocol

/// Paginates the documents that a plugin reads: those of the granted kinds, all from one version.
public final class DocumentPaginator {
    private let reader: DocumentReader
    private let granted: Set<DocumentKind>
    /// The selected tasks in the order in which to show them; nil for all.
    private let chosen: [DocumentID]?
    private var places: [DocumentKind: [DocumentID]] = [:]
    /// Hides the places near home; nil to pass documents unchanged.
    private let hiding: HiddenPlaces?
    /// The documents that were passed on with a hidden place.
    public private(set) var hidden: Set<DocumentID> = []
    /// The number of documents that could not be read and were left out.
    public private(set) var unreadable = 0
    private static let listedMembers = MemberScanner(selecting: ["deleted", "id", "kind"] as [ExactString])

    /// Creates a paginator for a version.
    ///
    /// - Parameter zone: the area whose places are hidden; nil for none.
    public init(
        _ reader: DocumentReader, granted: Set<DocumentKind>, chosen: [DocumentID]? = nil,
        hiding zone: HomeZone? = nil
    ) {
        hiding = zone.map { HiddenPlaces($0) }
        self.reader = reader
        self.granted = granted
        self.chosen = chosen
    }

    /// Returns the answer to `documents/read`, as the bytes of its result.
    ///
    /// - Throws: `RPCError` if the parameters are invalid or the kind was not granted.
    public func page(_ params: JSONObject) throws -> [UInt8] {
        guard let name = params["kind"]?.stringValue else {
            throw RPCError(.invalidParams, "‘kind’ should name a kind of documents")
        }
        let kind = DocumentKind(rawValue: name)
        guard granted.contains(kind) else {
            throw RPCError(.forbidden, "documents of the kind ‘\(name.excerpt(limit: 40))’ were not granted")
        }
        let ids = try self.ids(kind, params)
        let limit = min(max(1, params["limit"]?.intValue ?? PluginLimits.page), PluginLimits.page)
        var result = Array(#"{"documents":["#.utf8)
        var count = 0
        var last: DocumentID?
        for id in ids {
            guard count < limit, result.count < PluginLimits.pageBytes else { break }
            last = id
            guard
                let line = try line(
                    kind, id, history: params["history"] == true, modified: params["modified"] == true)
            else { continue }
            if count > 0 { result.append(UInt8(ascii: ",")) }
            result += line
            count += 1
        }
        result.append(UInt8(ascii: "]"))
        if let last, last != ids.last { result += Array(#","next":"\#(last)""#.utf8) }
        result.append(UInt8(ascii: "}"))
        return result
    }

    /// Returns the ids of a page and all later ids.
    private func ids(_ kind: DocumentKind, _ params: JSONObject) throws -> ArraySlice<DocumentID> {
        var all: [DocumentID]
        if let named = params["ids"]?.arrayValue {
            guard named.count <= PluginLimits.page else {
                throw RPCError(.tooLarge, "‘ids’ should name at most \(PluginLimits.page) documents")
            }
            all = named.compactMap { $0.stringValue.flatMap { DocumentID($0) } }
        } else if kind == .task, let chosen {
            all = chosen
        } else {
            all = try allIDs(kind)
        }
        guard let text = params["after"]?.stringValue else { return all[...] }
        guard let after = DocumentID(text) else { throw RPCError(.invalidParams, "‘after’ should be a document's id") }
        if places[kind] == nil || params["ids"] != nil || (kind == .task && chosen != nil) {
            return all[(all.firstIndex(of: after).map { $0 + 1 } ?? all.count)...]
        }
        return all[(all.partitioned { $0 > after })...]
    }

    private func allIDs(_ kind: DocumentKind) throws -> [DocumentID] {
        if let known = places[kind] { return known }
        let ids = kind == .family ? try familyID().map { [$0] } ?? [] : try reader.paths(of: kind).compactMap(\.id)
        places[kind] = ids
        return ids
    }

    /// Reads the family's id, which only its document contains, not the document's path.
    private func familyID() throws -> DocumentID? {
        let members = try reader.bytes(at: .family).flatMap { try? Self.listedMembers.members(of: $0) }
        return members?["id"]?.stringValue.flatMap { DocumentID($0) }
    }

    /// Returns a document on one line; nil if it does not exist, cannot be read, or is in the trash and history was not
    /// requested.
    private func line(
        _ kind: DocumentKind, _ id: DocumentID, history: Bool, modified: Bool
    ) throws -> [UInt8]? {
        guard let path = DocumentPath(kind: kind, id: id), let bytes = try reader.bytes(at: path) else { return nil }
        guard let told = try? Self.listedMembers.members(of: bytes), path.owns(told) else {
            unreadable += 1
            return nil
        }
        if told["deleted"] != nil, !history { return nil }
        let time = modified ? (try? Document(decoding: bytes))?.lastWritten : nil
        do {
            if var told = try hiding?.hiding(bytes) {
                hidden.insert(id)
                told["~modified"] = time.map { .string($0.rfc3339) }
                return told.compactBytes()
            }
        } catch {
            unreadable += 1
            return nil
        }
        if time == nil, let line = DocumentLine(bytes, history: history)?.bytes { return line }
        guard var object = try? JSONObject.parse(bytes) else {
            unreadable += 1
            return nil
        }
        if !history { object["~merge"] = nil }
        object["~modified"] = time.map { .string($0.rfc3339) }
        return object.compactBytes()
    }
}

extension [DocumentID] {
    /// Returns the first index at which a condition holds, in a list where it holds for all later elements.
    fileprivate func partitioned(_ holds: (DocumentID) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
