// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask photo fetch`: fetches originals from the remote.
struct PhotoFetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Fetch the originals of photos to this device.",
        discussion:
            """
            A sync fetches thumbnails, and the originals according to the setting 'photos': none, recent or all. If \
            this is interrupted, what has been fetched is kept, and the rest is fetched next time.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var waiting: TimeoutOption

    @Flag(help: "Fetch all originals.")
    var all = false

    @Option(help: ArgumentHelp("The remote to fetch from; the family's usual one by default.", valueName: "remote"))
    var remote: String?

    @Argument(help: ArgumentHelp("Words of one photo's caption or task, or #ids of several.", valueName: "photo"))
    var references: [String] = []

    /// The maximum number of missing photos to name.
    private static let mostNamed = 10

    func run() async throws {
        guard all != !references.isEmpty else {
            throw UsageError(
                all ? "--all cannot be used together with photos" : "no photo was named",
                hint: "Name photos, or use --all.")
        }
        let session = try await FamilySession.open(global)
        let words = references
        let (photos, ids) = try await session.replica.read { reader in
            let finder = try PhotoFinder(reading: reader)
            let photos =
                try words.isEmpty ? finder.photos.filter { !$0.isDeleted } : finder.photos(words, reading: reader)
            return (photos, ShortIDs(finder.photos.map(\.id)))
        }
        let progress = ProgressLine()
        defer { progress.clear() }
        let count = try await session.replica.fetchOriginals(
            of: photos, remote: remote, timeout: waiting.seconds(session.settings), progress: progress.show)
        progress.clear()
        if showing.json { return try await session.photos.print(photos.map(\.id)) }
        let held = try await session.replica.heldPhotos(among: photos)
        let missing = photos.filter { !held.contains($0.id) && $0.erasedAt == nil }
        try session.output.say(
            count == 0 && missing.isEmpty
                ? "Nothing to fetch: no original is missing here." : "Fetched \(SyncFormatter.count(count, "photo")).")
        if !missing.isEmpty {
            throw ReplicaError(
                .notFound, "the remote does not have \(SyncFormatter.count(missing.count, "photo")) yet",
                hint: "The device that attached them will send them with its next sync.",
                candidates: missing.prefix(Self.mostNamed).map { "#\(ids[$0.id]) \($0.name)" })
        }
    }
}
