// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTime

/// The contents of a family's map, read in one transaction. Documents in the trash are left out.
struct MapContents: Sendable {
    /// The pins, then the photos, each sorted by name.
    private(set) var places: [MapPlace] = []
    /// The number of pins and photos left out because their location is unknown.
    private(set) var placeless = (pins: 0, photos: 0)
    /// The number of hidden places near home: shown at another point, or left out.
    private(set) var hidden = 0
    /// The names of the documents that photos are about.
    let subjects: SubjectNames

    /// - Parameter zone: the time zone that decides when a day begins.
    init(reading reader: DocumentReader, zone: TimeZoneRules) throws {
        let pins = try PinFinder(reading: reader).pins.filter { !$0.isDeleted }
        let photos = try PhotoFinder(reading: reader).photos.filter { !$0.isDeleted && $0.erasedAt == nil }
        let notes = Dictionary(grouping: NoteSearch().notes(among: try NoteFinder(reading: reader).notes)) {
            $0.aboutID
        }
        var tasks: [TaskRecord] = []
        try reader.forEachMembers(of: .task, selecting: TaskRecord.listedMembers) { _, members in
            if let task = TaskRecord(members), !task.isDeleted { tasks.append(task) }
        }
        subjects = try SubjectNames(of: photos, reading: reader)
        let tasksAt = Dictionary(grouping: tasks) { $0.place?.pin }
        for pin in Self.sorted(pins, by: \.name) {
            guard let coordinates = pin.coordinates else {
                placeless.pins += 1
                continue
            }
            places.append(
                MapPlace(
                    content: .pin(pin, notes: notes[pin.id] ?? []), coordinates: coordinates,
                    tasks: Self.sorted(tasksAt[pin.id] ?? [], zone)))
        }
        let pinsByID = Dictionary(uniqueKeysWithValues: pins.map { ($0.id, $0) })
        let tasksByID = Dictionary(uniqueKeysWithValues: tasks.map { ($0.id, $0) })
        for photo in Self.sorted(photos, by: \.name) {
            let task = photo.aboutKind == .task ? photo.aboutID.flatMap { tasksByID[$0] } : nil
            let pin = photo.aboutKind == .pin ? photo.aboutID : task?.place?.pin
            guard let coordinates = photo.location?.coordinates ?? pin.flatMap({ pinsByID[$0]?.coordinates }) else {
                placeless.photos += 1
                continue
            }
            places.append(MapPlace(content: .photo(photo), coordinates: coordinates, tasks: task.map { [$0] } ?? []))
        }
    }

    /// Returns the contents restricted by a filter.
    func filtered(by filter: MapFilter) -> MapContents {
        var contents = self
        contents.places = places.compactMap { filter.filtered($0) }
        return contents
    }

    /// Returns the map with places near home hidden.
    func hiding(_ zone: HomeZone?) -> MapContents {
        guard let zone else { return self }
        var contents = self
        contents.hidden = places.count { zone.contains($0.coordinates) }
        contents.places = places.compactMap { $0.hiding(zone) }
        return contents
    }

    private static func sorted<Record: Identifiable>(
        _ records: [Record], by name: (Record) -> String
    ) -> [Record] where Record.ID == DocumentID {
        records.map { (name($0).lowercased(), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
    }

    private static func sorted(_ tasks: [TaskRecord], _ zone: TimeZoneRules) -> [TaskRecord] {
        let keyed = tasks.map { task in (task, due: task.due?.deadline(in: zone).seconds ?? .max) }
        return keyed.sorted { first, second in
            if first.0.isOpen != second.0.isOpen { return first.0.isOpen }
            return (first.due, first.0.order, first.0.id) < (second.due, second.0.order, second.0.id)
        }.map(\.0)
    }
}
