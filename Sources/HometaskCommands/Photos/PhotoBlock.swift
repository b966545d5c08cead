// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTerminal
import HometaskTime

/// The known facts about a photo, one per line.
struct PhotoBlock {
    /// The lines, wrapped to the terminal.
    let lines: [String]

    init(_ photo: PhotoRecord, files: PhotoFileStates, subjects: SubjectNames, id: String, in session: FamilySession) {
        var block = FieldBlock()
        block.add(textsOf: photo)
        if let about = PhotoLine.about(photo, subjects) { block.add("About", about) }
        if let time = photo.takenAt { block.add("Taken", session.dates.instant(time)) }
        if let location = photo.location { block.add("Place", Self.words(location, in: session)) }
        if let camera = photo.camera { block.add("Camera", camera) }
        let file = [
            photo.type.map { $0.split(separator: "/").last.map { $0.uppercased() } ?? $0 },
            photo.size.map { "\($0.width) × \($0.height)" }, photo.bytes.map { PhotoLine.size($0) },
        ]
        block.add("File", file.compactMap(\.self).joined(separator: ", "))
        let author = photo.createdBy.map { "by \(session.directory.name(of: $0))" }
        let attached = [photo.createdAt.map { session.dates.ago($0) }, author].compactMap(\.self)
        if !attached.isEmpty { block.add("Attached", attached.joined(separator: " ")) }
        block.add(extensionsOf: photo, in: session)
        if photo.isUnchecked { block.add("Unchecked", "the file was not checked: it proves no place or time") }
        if let time = photo.erasedAt { block.add("Erased", session.dates.ago(time)) }
        if !files.isHeld(photo), photo.erasedAt == nil {
            block.add("Original", "not on this device: 'hometask photo fetch' gets it")
        } else if files.isWaiting(photo) {
            block.add("Original", "will be sent with 'hometask sync'")
        }
        block.add("Id", "#\(id)", style: .dim)
        if photo.hasConflict {
            block.add(
                "Conflict", "conflicting edits: 'hometask conflicts' shows them", style: .yellow)
        }
        lines = block.lines(width: session.output.width, mode: session.output.mode)
    }

    /// Returns the place where the photo was taken, and the source of that place.
    static func words(_ location: PhotoLocation, in session: FamilySession) -> String {
        var notes: [String] = []
        if let accuracy = location.accuracy {
            notes.append("to \(Distance.text(accuracy, isImperial: session.settings.isImperial))")
        }
        switch location.source {
        case .exif: notes.append("from the file")
        case .device:
            notes.append("position of the device" + (location.time.map { ", \(session.dates.ago($0))" } ?? ""))
        case .hand: notes.append("set by hand")
        case nil: break
        }
        return "\(location.coordinates)" + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
    }
}
