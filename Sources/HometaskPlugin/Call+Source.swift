// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskPluginProtocol

extension Call {
    /// Returns the complete imported file as text, without a byte-order mark. It may be UTF-8 or UTF-16.
    ///
    /// - Parameter isGuessing: whether a file in neither encoding is read as Windows-1252, which old programs use for
    ///   tables and lists; the user is notified.
    /// - Throws: `RPCError` if the file is not text.
    public func source(guessing isGuessing: Bool = false) throws -> String {
        var decoder = SourceTextDecoder(guessing: isGuessing)
        guard let text = decoder.text(of: try sourceBytes(), isLast: true) else {
            throw RPCError(
                .refused, "the file is not text in UTF-8 or UTF-16", hint: "Save it as UTF-8, and try again.")
        }
        if decoder.isWindows1252 { note(SourceTextDecoder.windows1252Note) }
        return text
    }

    /// Returns the complete imported file as bytes.
    public func sourceBytes() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try host.request(PluginMethod.readSource, ["encoding": "base64"])
            if let text = piece["text"]?.stringValue {
                // A host may offer the file only as text.
                bytes += Array(text.utf8)
            } else if let decoded = Base64.standard.decoded(piece["base64"]?.stringValue ?? "") {
                bytes += decoded
            } else {
                throw RPCError(.internalFault, "the host sent a piece of the file that is not base64")
            }
            if piece["end"]?.boolValue != false { return bytes }
        }
    }

    /// Returns the ids for which the host has a document of a kind, including documents in the trash.
    public func present(_ kind: DocumentKind, among ids: Set<DocumentID>) throws -> Set<DocumentID> {
        let found = try documents(kind, ids: ids.sorted(), history: true)
        return Set(found.compactMap { $0["id"]?.stringValue.flatMap { DocumentID($0) } })
    }
}
