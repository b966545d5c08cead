// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// Hides places near home in documents that others receive.
struct HiddenPlaces {
    private let zone: HomeZone

    init(_ zone: HomeZone) { self.zone = zone }

    private static let mark = Array(#""latitude""#.utf8)
    /// The beginning of a character that JSON writes as a number: a key written in this way has other bytes.
    private static let escape = Array(#"\u"#.utf8)

    /// Returns the document as others may see it: every place near home is blurred or removed. If a document has such a
    /// place, its merge history, which may contain older values, and all texts of a pin except the name, such as the
    /// address, are removed too.
    ///
    /// - Parameter bytes: the document, which is known to be JSON.
    /// - Returns: nil if the document has no place near home.
    /// - Throws: `JSONError` if the document cannot be parsed after all, so that its places are unknown.
    func hiding(_ bytes: [UInt8]) throws(JSONError) -> JSONObject? {
        guard Self.occurs(Self.mark, in: bytes) || Self.occurs(Self.escape, in: bytes) else { return nil }
        let object = try JSONObject.parse(bytes)
        var isChanged = false
        var told = JSONObject()
        for (name, value) in object.members where name != "~merge" {
            told[name.string] = shown(of: value, &isChanged)
        }
        // The merge history is checked as well: it may contain a place that the pin no longer has.
        var wasNear = false
        _ = object["~merge"].flatMap { shown(of: $0, &wasNear) }
        guard isChanged || wasNear else { return nil }
        guard isChanged else { return told }
        var conflicts = told["conflicts"]?.objectValue ?? [:]
        for field in TextField.all(of: .pin) {
            told[field.name] = nil
            conflicts[field.name] = nil
        }
        told["conflicts"] = conflicts.isEmpty ? nil : .object(conflicts)
        return told
    }

    /// Returns a value without places near home; nil if nothing remains.
    private func shown(of value: JSON, _ isChanged: inout Bool) -> JSON? {
        switch value {
        case .array(let items): return .array(items.compactMap { shown(of: $0, &isChanged) })
        case .object(let object):
            if let place = Coordinates(value), zone.contains(place) {
                isChanged = true
                return zone.shown.map { point(object, at: $0) }
            }
            var told = JSONObject()
            for (name, member) in object.members { told[name.string] = shown(of: member, &isChanged) }
            return .object(told)
        default: return value
        }
    }

    /// Moves an object with a place to another point, and adds the accuracy of that point, except in a clue, whose
    /// `within` says how close a player must come.
    private func point(_ object: JSONObject, at point: HomeZone.Point) -> JSON {
        var object = object
        object["latitude"] = JSONNumber(point.coordinates.latitude).map { .number($0) }
        object["longitude"] = JSONNumber(point.coordinates.longitude).map { .number($0) }
        let accuracy = object["within"] == nil ? JSONNumber(point.accuracy) : nil
        object["accuracy"] = accuracy.map { .number($0) }
        return .object(object)
    }

    private static func occurs(_ mark: [UInt8], in bytes: [UInt8]) -> Bool {
        guard bytes.count >= mark.count else { return false }
        var place = bytes.startIndex
        while let next = bytes[place...].firstIndex(of: mark[0]), bytes.count - next >= mark.count {
            if bytes[next..<next + mark.count].elementsEqual(mark) { return true }
            place = next + 1
        }
        return false
    }
}
