// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPlatform
import HometaskReplica
import HometaskTime

/// Writes photos to files.
struct PhotoExport {
    private let session: FamilySession
    private let folder: String
    private let keepsPlace: Bool

    /// - Parameter keepsPlace: whether each photo is written byte for byte as attached. Otherwise the copy reveals no
    ///   place, owner or serial number.
    init(_ session: FamilySession, to folder: String, keepsPlace: Bool) {
        self.session = session
        self.folder = folder
        self.keepsPlace = keepsPlace
    }

    /// Writes a photo under an unused name.
    ///
    /// - Returns: the path of the file.
    func writePhoto(_ photo: PhotoRecord) async throws -> String {
        guard var bytes = try await session.replica.original(of: photo) else { throw Self.missing(photo) }
        var format = PictureFormat(bytes)
        if !keepsPlace {
            guard let known = format, let plugin = try PhotoPluginRun(session) else {
                throw ReplicaError(
                    .missingProgram, "no enabled plugin can remove the place from ‘\(photo.name)’; it was not exported",
                    hint: "Enable the plugin ‘photo’, or export the original with --keep-place.")
            }
            (bytes, format) = try await plugin.edit(bytes, known, changes: [:])
        }
        let path = try path(of: photo, endingIn: format?.fileExtension ?? "bin")
        let draft = try FileDraft(at: path)
        try draft.writeBytes(bytes)
        try draft.finish()
        return path
    }

    /// Returns a file name from the day and the caption, with characters that every file system accepts.
    private func path(of photo: PhotoRecord, endingIn ending: String) throws -> String {
        let day = (photo.takenAt ?? photo.createdAt).map { session.zone.civil(at: $0).date.description }
        let words = (photo.caption ?? "").unicodeScalars.map { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? String(scalar) : "-"
        }.joined().split(separator: "-").prefix(8).joined(separator: "-")
        let base = [day, String(words.prefix(60)), String(photo.id.description.prefix(4))]
            .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "-")
        var path = "\(folder)/\(base).\(ending)"
        var number = 2
        var status = stat()
        while lstat(path, &status) == 0 {
            path = "\(folder)/\(base)-\(number).\(ending)"
            number += 1
        }
        return path
    }

    static func missing(_ photo: PhotoRecord) -> ReplicaError {
        if photo.erasedAt != nil {
            return ReplicaError(.notFound, "the picture of ‘\(photo.name)’ was erased")
        }
        return ReplicaError(
            .notFound, "the original of ‘\(photo.name)’ is not on this device",
            hint: "'hometask photo fetch' gets it from the remote.")
    }
}
