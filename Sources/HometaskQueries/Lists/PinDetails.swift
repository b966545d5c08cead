// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// A pin with the tasks to be done there and the notes about it.
public struct PinDetails: Sendable {
    /// The pin that was named; it is not in the trash.
    public let pin: PinRecord
    /// The open tasks to be done there, in the order of their ids.
    public let tasks: [TaskRecord]
    /// The notes about it, newest first.
    public let notes: [NoteRecord]
    /// The name of the document that the notes are about: the pin.
    public let subjects: SubjectNames
    /// The short ids of all pins.
    public let pinIDs: ShortIDs
    /// The short ids of all notes.
    public let noteIDs: ShortIDs

    /// Reads the pin that words name, with its tasks and notes.
    ///
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public init(_ words: [String], reading reader: DocumentReader) throws(ReplicaError) {
        let pins = try PinFinder(reading: reader)
        let pin = try pins.pin(words)
        var tasks: [TaskRecord] = []
        try reader.forEachMembers(of: .task, selecting: TaskRecord.listedMembers) { _, members in
            if let task = TaskRecord(members), task.isOpen, !task.isDeleted, task.place?.pin == pin.id {
                tasks.append(task)
            }
        }
        let notes = try NoteFinder(reading: reader).notes
        self.pin = pin
        self.tasks = tasks
        self.notes = NoteSearch(subject: pin.id).notes(among: notes)
        subjects = try SubjectNames(of: self.notes, reading: reader)
        pinIDs = ShortIDs(pins.pins.map { $0.id })
        noteIDs = ShortIDs(notes.map { $0.id })
    }
}
