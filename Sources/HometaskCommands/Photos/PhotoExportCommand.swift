// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskPlatform
import HometaskQueries
import HometaskReplica
import HometaskSystem

/// `hometask photo export`: writes photos to files.
struct PhotoExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export photos to files, without place and serial numbers.",
        discussion: """
            Removes the place, serial numbers and the owner; time and camera are kept. \
            --keep-place exports each photo byte for byte as it was attached.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write to.", valueName: "folder"))
    var output: String

    @Flag(name: .customLong("keep-place"), help: "Export the unchanged originals.")
    var keepsPlace = false

    @Argument(
        help: ArgumentHelp(
            "Words of one photo's caption or task, or #ids of several; all by default.", valueName: "photo"))
    var references: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = references
        let photos = try await session.replica.read { reader in
            let finder = try PhotoFinder(reading: reader)
            if !words.isEmpty { return try finder.photos(words, reading: reader) }
            return finder.photos.filter { !$0.isDeleted && $0.erasedAt == nil }
        }
        let folder = session.environment.place(output)
        if mkdir(folder, 0o755) != 0, errno != EEXIST {
            throw FileError(output, "make the folder", number: errno).replicaError
        }
        let export = PhotoExport(session, to: folder, keepsPlace: keepsPlace)
        let held = try await session.replica.heldPhotos(among: photos)
        var written: [PhotoRecord] = []
        for photo in photos where !words.isEmpty || held.contains(photo.id) {
            let path = try await export.writePhoto(photo)
            written.append(photo)
            if !words.isEmpty { try session.output.say("Wrote \(session.environment.shown(path)).") }
        }
        if words.isEmpty {
            try session.output.say("Wrote \(SyncFormatter.count(written.count, "photo")) to \(output).")
        }
        if keepsPlace { try await remark(on: written, in: session) }
        let missing = photos.count - written.count
        if missing > 0 {
            session.output.remark(
                "note: \(SyncFormatter.count(missing, "photo")) not on this device were left out; 'hometask photo fetch --all' gets them"
            )
        }
    }

    /// Reports how many of the originals were taken near home, according to their documents.
    private func remark(on photos: [PhotoRecord], in session: FamilySession) async throws {
        guard let home = session.directory.family?.home else { return }
        let location = try await session.replica.read { try home.location(reading: $0) }
        guard case .known(let zone) = location else { return }
        let count = photos.count { $0.location.map { zone.contains($0.coordinates) } ?? false }
        guard count > 0 else { return }
        let tells = count == 1 ? "1 photo contains" : "\(count) photos contain"
        session.output.remark("note: \(tells) a place near home; without --keep-place, it is left out")
    }
}
