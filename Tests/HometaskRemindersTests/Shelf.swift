// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// Documents that are kept in memory, without a history.
struct Shelf: DocumentReader {
    private(set) var documents: [DocumentPath: JSONObject] = [:]

    /// A family in a time zone.
    init(zone: String = "Europe/Amsterdam", _ members: JSONObject = [:]) {
        var family = members
        family["id"] = .string(DocumentID.test(0).description)
        family["kind"] = "family"
        family["name"] = "Test"
        family["zone"] = .string(zone)
        documents[.family] = family
    }

    /// Puts a document there, from its members beside `id` and `kind`.
    mutating func put(_ kind: DocumentKind, _ id: DocumentID, _ members: JSONObject) {
        var members = members
        members["id"] = .string(id.description)
        members["kind"] = .string(kind.rawValue)
        guard let path = DocumentPath(kind: kind, id: id) else { return }
        documents[path] = members
    }

    func bytes(at path: DocumentPath) throws -> [UInt8]? { documents[path]?.canonicalBytes() }

    func forEachDocument(
        of kind: DocumentKind, _ body: (DocumentPath, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        for path in try paths(of: kind, idPrefix: "") {
            guard let bytes = try bytes(at: path) else { continue }
            if try !bytes.withUnsafeBytes({ try body(path, $0) }) { return }
        }
    }

    func paths(of kind: DocumentKind, idPrefix: String) throws -> [DocumentPath] {
        documents.keys.filter { $0.kind == kind && $0.id?.hasPrefix(idPrefix) == true }.sorted { $0.text < $1.text }
    }

    func handEdit(at path: DocumentPath) throws -> HandEdit? { nil }
}

extension DocumentID {
    /// An id for tests: the number stands in its first digits.
    static func test(_ number: Int) -> DocumentID {
        DocumentID(randomBytes: (UInt64(number) << 32, UInt64(number)))
    }

    var json: JSON { .string(description) }
}

extension Timestamp: ExpressibleByStringLiteral {
    /// `2026-11-21T09:00:00Z`; anything else is 1970.
    public init(stringLiteral value: String) {
        self = Timestamp(rfc3339: value) ?? Timestamp(seconds: 0)
    }

    static func + (time: Timestamp, seconds: Int64) -> Timestamp { Timestamp(seconds: time.seconds + seconds) }
    static func - (time: Timestamp, seconds: Int64) -> Timestamp { Timestamp(seconds: time.seconds - seconds) }
}
