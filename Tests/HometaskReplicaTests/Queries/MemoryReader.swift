// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// Documents that are kept in memory, without a history.
struct MemoryReader: DocumentReader {
    private var documents: [DocumentPath: [UInt8]] = [:]

    /// Puts a document there, from its members beside `id` and `kind`.
    mutating func add(_ kind: DocumentKind, _ id: DocumentID, _ members: JSONObject) {
        var members = members
        members["id"] = .string(id.description)
        members["kind"] = .string(kind.rawValue)
        guard let path = DocumentPath(kind: kind, id: id) else { return }
        documents[path] = members.canonicalBytes()
    }

    /// Puts a document there as it is.
    mutating func add(_ document: Document) {
        guard let path = DocumentPath(kind: document.kind, id: document.id) else { return }
        documents[path] = document.encoded()
    }

    /// Puts a family there that lives in a time zone.
    mutating func addFamily(zone: String) {
        let members: JSONObject = [
            "id": .string(DocumentID.test(0).description), "kind": "family", "name": "Test", "zone": .string(zone),
        ]
        documents[.family] = members.canonicalBytes()
    }

    func bytes(at path: DocumentPath) throws -> [UInt8]? { documents[path] }

    func forEachDocument(
        of kind: DocumentKind, _ body: (DocumentPath, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        for path in try paths(of: kind, idPrefix: "") {
            guard let bytes = documents[path] else { continue }
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
}
