// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskHashing

/// A phone's request: the documents changed since the last exchange, in the format described in <doc:Exchange>.
public struct ExchangeRequest: Hashable, Sendable {
    /// A document in the phone's current version.
    struct SentDocument: Hashable, Sendable {
        let path: DocumentPath
        /// The bytes of the document's file.
        let bytes: [UInt8]
    }

    /// The maximum request size, in bytes.
    public static let longest = 8 << 20
    /// The maximum number of documents in a request.
    public static let mostDocuments = 1000

    /// The lease from the last response.
    let lease: Lease
    /// The version that the phone's documents are based on; nil if it has none yet.
    let since: String?
    /// The phone's version before it started over; nil if there was none, or if the phone is not starting over.
    let before: String?
    let documents: [SentDocument]
    /// The SHA-256 of the request, in hexadecimal.
    let digest: String
    /// The length of the request in bytes.
    let size: Int

    /// Parses a request.
    ///
    /// - Throws: ``ExchangeFault`` (`request`, `tooLarge`).
    public init(_ bytes: [UInt8]) throws(ExchangeFault) {
        guard bytes.count <= Self.longest else {
            throw ExchangeFault(
                .tooLarge, "a request has at most \(Self.longest) bytes, and this one has \(bytes.count)")
        }
        let members = try Self.members(of: bytes)
        guard let lease = members["lease"]?.stringValue.flatMap({ Lease($0) }) else {
            throw Self.expected("lease", "the lease from the last answer")
        }
        self.lease = lease
        since = try Self.version("since", "the version from the last answer, or null", in: members)
        before = try Self.version("before", "the version that the phone had before, or null", in: members)
        documents = try Self.documents(in: members)
        digest = SHA256.hexDigest(bytes)
        size = bytes.count
    }

    private static func members(of bytes: [UInt8]) throws(ExchangeFault) -> JSONObject {
        let limits = JSONLimits(bytes: longest, depth: JSONLimits.document.depth)
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(bytes, limits: limits)
        } catch {
            throw ExchangeFault(.request, "the request is not JSON: \(error)")
        }
        guard let members = json.objectValue else { throw ExchangeFault(.request, "a request is an object") }
        return members
    }

    private static func version(
        _ member: String, _ what: String, in members: JSONObject
    ) throws(ExchangeFault) -> String? {
        switch members[member] {
        case nil, .null: return nil
        case .string(let version): return version
        default: throw expected(member, what)
        }
    }

    private static func documents(in members: JSONObject) throws(ExchangeFault) -> [SentDocument] {
        guard let list = members["docs"]?.arrayValue else { throw expected("docs", "a list") }
        guard list.count <= mostDocuments else {
            throw ExchangeFault(
                .tooLarge, "a request has at most \(mostDocuments) documents, and this one has \(list.count)")
        }
        var found: [SentDocument] = []
        var paths: Set<DocumentPath> = []
        for json in list {
            guard let path = json["path"]?.stringValue.flatMap({ DocumentPath(text: $0) }) else {
                throw expected("path", "the path of a document")
            }
            guard let text = json["text"]?.stringValue else { throw expected("text", "the text of a document") }
            guard paths.insert(path).inserted else {
                throw ExchangeFault(.request, "\(path.text) occurs twice in the request")
            }
            found.append(SentDocument(path: path, bytes: Array(text.utf8)))
        }
        return found
    }

    /// The documents, with each recurring task before its next occurrence: the family first derives the occurrence from
    /// the completed task, then finds the phone's edits by comparing the phone's copy of the occurrence.
    var documentsInOrder: [SentDocument] {
        var predecessors: [DocumentID: DocumentID] = [:]
        for case let id? in documents.filter({ $0.path.kind == .task }).map(\.path.id) {
            predecessors[Series.successor(of: id)] = id
        }
        let steps = documents.map { sent in
            var (count, id) = (0, sent.path.id)
            while let known = id, let before = predecessors[known], count <= documents.count {
                (count, id) = (count + 1, before)
            }
            return count
        }
        return zip(steps, documents).sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Returns the path of the task whose next occurrence a document claims to be; nil if there is none.
    func predecessor(of path: DocumentPath) -> DocumentPath? {
        guard path.kind == .task, let sent = documents.first(where: { $0.path == path }),
            let id = (try? JSON.parse(sent.bytes))?["previous"]?.stringValue.flatMap({ DocumentID($0) }),
            Series.successor(of: id) == path.id
        else { return nil }
        return DocumentPath(kind: .task, id: id)
    }

    private static func expected(_ member: String, _ what: String) -> ExchangeFault {
        ExchangeFault(.request, "‘\(member)’ should be \(what)")
    }
}
