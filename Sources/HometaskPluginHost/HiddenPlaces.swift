// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// Hides the places near home in documents that others get to see.
struct HiddenPlaces {
    private let zone: HomeZone

    init(_ zone: HomeZone) { self.zone = zone }

    private static let mark = Array(#""latitude""#.utf8)
    /// What begins a letter that JSON writes by its number: a key typed so has other bytes.
    private static let escape = Array(#"\u"#.utf8)

    /// The document as others may see it: every place in it that is near home is blurred or left out, wherever it
    /// stands, and with one of them the address and the history of merging, which may hold older values.
    ///
    /// - Parameter bytes: the document, which was found to be JSON.
    /// - Returns: nil if no place in it is near home.
    /// - Throws: `JSONError` where it cannot be read after all, so that nobody knows which places it has.
    func hiding(_ bytes: [UInt8]) throws(JSONError) -> JSONObject? {
        guard Self.occurs(Self.mark, in: bytes) || Self.occurs(Self.escape, in: bytes) else { return nil }
        let object = try JSONObject.parse(bytes)
        var isChanged = false
        var told = JSONObject()
        for (name, value) in object.members where name != "~merge" {
            told[name.string] = shown(of: value, &isChanged)
        }
        // The history of merging is looked through as well: it may tell a place that is no longer the pin's.
        var wasNear = false
        _ = object["~merge"].flatMap { shown(of: $0, &wasNear) }
        guard isChanged || wasNear else { return nil }
        told["address"] = isChanged ? nil : told["address"]
        if isChanged, var conflicts = told["conflicts"]?.objectValue {
            conflicts["address"] = nil
            told["conflicts"] = conflicts.isEmpty ? nil : .object(conflicts)
        }
        return told
    }

    /// A value without what is near home in it; nil if nothing of it is shown.
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

    /// An object with a place, at another one. How exact that is stands where a place says how exact it is: not in a
    /// clue, which says how near one must come.
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
