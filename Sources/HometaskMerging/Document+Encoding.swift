// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension Document {
    /// The number of the document format that this program reads and writes.
    public static let format = 1

    /// The values that people see: the members of the document except `~merge`.
    public var shown: JSONObject {
        var members: [(String, JSON)] = []
        var plugins: [ExactString: [(String, JSON)]] = [:]
        for name in fields.keys.sorted() {
            guard let value = fields[name]?.shown else { continue }
            let path = name.path
            if let plugin = name.plugin, let member = path.last {
                plugins[ExactString(plugin), default: []].append((member, value))
            } else if let member = path.last {
                members.append((member, value))
            }
        }
        var object = JSONObject(members)
        let extensions = plugins.sorted { $0.key < $1.key }
            .map { ($0.key.string, JSON.object(JSONObject($0.value))) }
        if !extensions.isEmpty { object[FieldName.extensions] = .object(JSONObject(extensions)) }
        object["id"] = .string(id.description)
        object["kind"] = .string(kind.rawValue)
        if isDeleted, let deletion { object["deleted"] = .string(deletion.time.rfc3339) }
        return object
    }

    /// The document's canonical bytes.
    public func encoded() -> [UInt8] { encoded(showing: shown) }

    /// The document's canonical bytes.
    ///
    /// - Parameter shown: the value of ``shown``, for a caller that has computed it already.
    public func encoded(showing shown: JSONObject) -> [UInt8] { JSON.object(members(showing: shown)).canonicalBytes() }

    /// All members as they are written.
    var members: JSONObject { members(showing: shown) }

    private func members(showing shown: JSONObject) -> JSONObject {
        let times = TimeTable(fields.values.flatMap(FieldEncoding.tabled))
        var stamps = JSONObject()
        var conflicts = JSONObject()
        for name in fields.keys.sorted() {
            guard let state = fields[name] else { continue }
            let encoding = FieldEncoding(state, times: times)
            stamps[name.key] = encoding.stamp
            if !encoding.conflicts.isEmpty { conflicts[name.key] = .array(encoding.conflicts) }
        }
        if let deletion, !isDeleted { conflicts["deleted"] = [.object(["value": .string(deletion.time.rfc3339)])] }
        var merge: JSONObject = [
            "format": .number(JSONNumber(Self.format)), "seen": seen.json, "stamps": .object(stamps),
            "times": times.json,
        ]
        if !deletions.isEmpty { merge["deletions"] = .array(deletions.writes.map(Self.entry)) }
        var object = shown
        if !conflicts.isEmpty { object["conflicts"] = .object(conflicts) }
        object["~merge"] = .object(merge)
        return object
    }

    /// `{"saw": {…}, "stamp": "dot@time"}` for a deletion, without `saw` for a restoration.
    private static func entry(_ write: Write) -> JSON {
        var entry: JSONObject = ["stamp": .string(Stamp.text(of: [write], times: nil))]
        if !write.value.isNull { entry["saw"] = write.value }
        return .object(entry)
    }
}
