// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

enum ReaderLaws {
    private static let keys = ["id", "kind", "title", "conflicts", "due", "~merge", "a", ""].map { ExactString($0) }
    static func check(_ bytes: [UInt8]) {
        texts(bytes)
        let object = try? JSONObject.parse(bytes)
        scanner(bytes, object)
        if let schema = try? Schema(bytes) {
            Tally.count("schemas")
            _ = schema.validate(object ?? JSONObject())
        }
        guard let object else { return }
        Tally.count("objects")
        for kind in DocumentKind.known {
            guard let schema = Schema.of(kind) else { continue }
            if schema.validate(object).isEmpty { Tally.count("valid as a \(kind)") }
        }
        records(object)
    }

    private static func scanner(_ bytes: [UInt8], _ object: JSONObject?) {
        let scanned = try? MemberScanner(selecting: keys).members(of: bytes)
        guard let object else { return }
        let expected = JSONObject(keys.compactMap { key in object[key].map { (key.string, $0) } })
        law("the scanner finds what the parser does", scanned == expected, evidence: [bytes])
    }

    private static func texts(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let time = Timestamp(rfc3339: text) {
            Tally.count("times")
            law("a time is read as it is written", Timestamp(rfc3339: time.rfc3339) == time, evidence: [bytes])
        }
        if let id = DocumentID(text) {
            Tally.count("ids")
            law("an id is written as it is read", id.description == text, evidence: [bytes])
        }
        if let path = DocumentPath(text: text) {
            Tally.count("paths")
            law("a path is written as it is read", path.text == text, evidence: [bytes])
        }
        if let actor = ActorID(text) { law("an actor is written as it is read", actor.text == text, evidence: [bytes]) }
    }

    private static func records(_ object: JSONObject) {
        if TaskRecord(object) != nil { Tally.count("tasks") }
        _ = (PinRecord(object), NoteRecord(object), MemberRecord(object))
        _ = (CategoryRecord(object), DeviceRecord(object), FamilyRecord(object))
    }
}
