// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask photo verify`: checks that photos are unchanged since they were attached.
struct PhotoVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check the photos on this device against what was attached.",
        discussion: "Reads each photo and compares its SHA-256. The exit code is 1 if one is damaged.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(
        help: ArgumentHelp(
            "Words of one photo's caption or task, or #ids of several; all by default.", valueName: "photo"))
    var references: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = references
        let photos = try await session.replica.read { reader in
            let finder = try PhotoFinder(reading: reader)
            return words.isEmpty
                ? finder.photos.filter { $0.erasedAt == nil } : try finder.photos(words, reading: reader)
        }
        var (whole, missing): (Int, Int) = (0, 0)
        var damaged: [PhotoRecord] = []
        for photo in photos {
            do {
                if try await session.replica.original(of: photo) == nil { missing += 1 } else { whole += 1 }
            } catch let error as ReplicaError where [.unreadableDocument, .damaged].contains(error.code) {
                damaged.append(photo)
            }
        }
        if showing.json {
            try session.output.print(
                .object([
                    "damaged": .array(damaged.map { .string($0.id.description) }),
                    "missing": .number(JSONNumber(missing)), "whole": .number(JSONNumber(whole)),
                ]))
        } else {
            try session.output.say("\(SyncFormatter.count(whole, "photo")) intact, \(missing) not on this device.")
            for photo in damaged {
                session.output.remark("damaged: \(photo.name) (#\(photo.id.description.prefix(8)))")
            }
        }
        if !damaged.isEmpty { throw ExitCode(1) }
    }
}
