// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskTime

/// The members of a request or of a part of one, validated strictly: any mismatch is an error of the caller.
struct EngineRequest {
    private let members: JSONObject

    init(_ members: JSONObject) {
        self.members = members
    }

    init(_ bytes: [UInt8]) throws(EngineError) {
        let limits = JSONLimits(bytes: Engine.longestRequest, depth: JSONLimits.document.depth + 4)
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(bytes, limits: limits)
        } catch {
            throw EngineError(.request, "the request is not JSON: \(error)")
        }
        guard let members = json.objectValue else { throw EngineError(.request, "a request is an object") }
        self.init(members)
    }

    private func expected(_ key: String, _ what: String) -> EngineError {
        EngineError(.request, "‘\(key)’ should be \(what)")
    }

    /// A member of any type; nil if it is missing.
    subscript(key: String) -> JSON? { members[key] }

    func text(_ key: String) throws(EngineError) -> String {
        guard let text = members[key]?.stringValue else { throw expected(key, "a text") }
        return text
    }

    /// An optional text; nil if it is missing.
    func optionalText(_ key: String) throws(EngineError) -> String? {
        members[key] == nil ? nil : try text(key)
    }

    func list(_ key: String) throws(EngineError) -> [JSON] {
        guard let list = members[key]?.arrayValue else { throw expected(key, "a list") }
        return list
    }

    func object(_ key: String) throws(EngineError) -> JSONObject {
        guard let object = members[key]?.objectValue else { throw expected(key, "an object") }
        return object
    }

    /// A whole number from 0; nil if it is missing.
    func optionalCount(_ key: String) throws(EngineError) -> Int? {
        guard let value = members[key] else { return nil }
        guard let count = value.intValue, count >= 0 else { throw expected(key, "a whole number from 0") }
        return count
    }

    func field(_ key: String = "field") throws(EngineError) -> FieldName {
        FieldName(try text(key))
    }

    func id(_ key: String) throws(EngineError) -> DocumentID {
        guard let id = DocumentID(try text(key)) else { throw expected(key, "the id of a document") }
        return id
    }

    func time(_ key: String) throws(EngineError) -> Timestamp {
        guard let time = Timestamp(rfc3339: try text(key)) else {
            throw expected(key, "an instant such as 2026-11-21T09:00:00Z")
        }
        return time
    }

    /// A day such as `2026-11-21`; nil if it is missing.
    func optionalDay(_ key: String) throws(EngineError) -> CivilDate? {
        guard let text = try optionalText(key) else { return nil }
        guard let day = CivilDate(iso: text) else { throw expected(key, "a day such as 2026-11-21") }
        return day
    }

    /// An optional id; nil if it is missing.
    func optionalID(_ key: String) throws(EngineError) -> DocumentID? {
        members[key] == nil ? nil : try id(key)
    }

    /// The rules of an optional time zone; nil if it is missing.
    func optionalZone(_ key: String) throws(EngineError) -> TimeZoneRules? {
        guard let name = try optionalText(key) else { return nil }
        do throws(TimeZoneError) {
            return try TimeZoneRules(identifier: name)
        } catch {
            throw EngineError(.request, "\(error)")
        }
    }

    /// The author of the writes, `{"actor": …, "time": …}`, both from the calling device.
    func author(_ key: String = "author") throws(EngineError) -> Author {
        let author = EngineRequest(try object(key))
        return Author(actor: try author.actor("actor"), time: try author.time("time"))
    }

    func actor(_ key: String) throws(EngineError) -> ActorID {
        guard let actor = ActorID(try text(key)) else { throw expected(key, "the name of an actor") }
        return actor
    }

    /// A required document, parsed from its text.
    func document(_ key: String = "document") throws(EngineError) -> Document {
        try Self.document(try text(key))
    }

    /// An optional document; nil if it is missing or `null`.
    func optionalDocument(_ key: String) throws(EngineError) -> Document? {
        members[key]?.isNull ?? true ? nil : try document(key)
    }

    /// A required list of documents, parsed from their texts.
    func documents(_ key: String) throws(EngineError) -> [Document] {
        var documents: [Document] = []
        for json in try list(key) {
            guard let text = json.stringValue else { throw EngineError(.request, "a document is a text") }
            documents.append(try Self.document(text))
        }
        return documents
    }

    static func document(_ text: String) throws(EngineError) -> Document {
        do throws(DocumentError) {
            return try Document(decoding: Array(text.utf8))
        } catch {
            throw EngineError(.document, "\(error)")
        }
    }
}
