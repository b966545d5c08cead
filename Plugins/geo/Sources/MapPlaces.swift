// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The places of a family, with the notes and the done tasks that belong to each.
struct MapPlaces {
    private var notes: [String: [MapPlace.Note]] = [:]
    private var done: [String: [MapPlace.DoneTask]] = [:]
    /// The names of tasks and pins, by id.
    private var names: [String: String] = [:]
    private let call: Call

    init(of call: Call) throws {
        self.call = call
        try call.forEachDocument(.note) { note in
            guard let id = note["about"]?["id"]?.stringValue else { return }
            let items = (note["items"]?.arrayValue ?? []).map { item in
                "- [\(item["done"] == true ? "x" : " ")] \(item["text"]?.stringValue ?? "")"
            }
            let lines = (note["text"]?.arrayValue?.compactMap(\.stringValue) ?? []) + items
            notes[id, default: []].append(
                MapPlace.Note(title: note["title"]?.stringValue, text: lines.joined(separator: "\n")))
        }
        let members = try NamedDocuments(.member, of: call)
        try call.forEachDocument(.task) { task in
            let title = task["title"]?.stringValue ?? ""
            names[task["id"]?.stringValue ?? ""] = title
            guard let pin = task["place"]?["pin"]?.stringValue, let at = task["completion"]?["at"]?.stringValue else {
                return
            }
            let person = task["completion"]?["by"]?.stringValue.flatMap { members.name(of: $0) }
            done[pin, default: []].append(MapPlace.DoneTask(title: title, at: at, by: person))
        }
    }

    /// Calls a closure with the pins and then the photos that have coordinates, each in the order of their ids.
    mutating func forEach(_ body: (MapPlace) throws -> Void) throws {
        var names = names
        try call.forEachDocument(.pin) { pin in
            let name = pin["name"]?.stringValue ?? ""
            let id = pin["id"]?.stringValue ?? ""
            names[id] = name
            guard var place = MapPlace(pin, kind: .pin, name: name) else { return }
            place.address = pin["address"]?.stringValue
            place.labels = pin["labels"]?.arrayValue?.compactMap(\.stringValue) ?? []
            place.notes = notes[id] ?? []
            place.done = (done[id] ?? []).sorted { ($0.at, $0.title) < ($1.at, $1.title) }
            try body(place)
        }
        try call.forEachDocument(.photo) { photo in
            let subject = photo["about"]?["id"]?.stringValue.flatMap { names[$0] }
            let name = photo["caption"]?.stringValue ?? subject.map { "Photo: \($0)" } ?? "Photo"
            guard var place = MapPlace(photo, kind: .photo, name: name) else { return }
            place.time = photo["takenAt"]?.stringValue
            try body(place)
        }
    }
}
