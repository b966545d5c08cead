// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskPluginProtocol

extension Call {
    /// The most bytes of a document that is made from a file: beside them its history has room in the 512 KiB that
    /// writers keep to.
    public static let mostImportedBytes = 192 << 10

    /// Proposes a new document of a part of the file, where it is one: a document that the schema of its kind refuses,
    /// or that is too large, would take the whole file with it. The part is skipped then.
    ///
    /// - Parameters:
    ///   - key: at most 1000 characters, stable in the source.
    ///   - line: where the part stands in the file.
    /// - Returns: Whether it was proposed.
    @discardableResult
    public func propose(_ kind: DocumentKind, key: String, fields: JSONObject, line: Int?) throws -> Bool {
        var document = fields
        document["id"] = .string(try id(ofKey: key).description)
        document["kind"] = .string(kind.rawValue)
        let size = document.canonicalBytes().count
        if size > Self.mostImportedBytes {
            skip(line: line, "it makes a \(kind) of \(size) bytes; \(Self.mostImportedBytes) are the most")
            return false
        }
        if let fault = Schema.of(kind)?.validate(document).first {
            skip(line: line, "\(fault.pointer.dropFirst()) should be \(fault.expected), and is \(fault.found)")
            return false
        }
        try propose(.create(kind, key: key, fields: fields), line: line)
        return true
    }
}

/// Keys for the parts of a file that have no id of their own: what they hold, and how many equal ones came before. The
/// same file gives the same keys again, whatever was added at its end.
public struct ContentKeys {
    private let prefix: String
    private var counts: [DocumentID: Int] = [:]

    /// Keys that begin with a word, which sets the parts of one kind apart from others.
    public init(prefix: String) {
        self.prefix = prefix
    }

    /// The key of the next part, by its bytes.
    public mutating func next(_ bytes: [UInt8]) -> String {
        let digest = DocumentID.derived(namespace: DocumentID(randomBytes: (0, 0)), name: bytes)
        let count = counts[digest, default: 0]
        counts[digest] = count + 1
        return "\(prefix)/\(digest)/\(count)"
    }
}
