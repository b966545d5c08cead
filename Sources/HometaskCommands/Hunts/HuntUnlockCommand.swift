// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskHunts

/// `hometask hunt unlock`: stores code words on this device.
struct HuntUnlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Enter code words on this device, so that it can decrypt clues.",
        discussion: """
            For another device of a team that has found the words, and for a device that changes clues which were \
            written on another one. It solves no clue.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntFormatter.argument)
    var hunt: String

    @Argument(help: "Code words; put one that contains spaces in quotes.")
    var words: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunts.find([hunt])
        var keys = try await session.hunts.keys()
        let found = try OpenedClues.unlock(hunt.clues, with: words.compactMap { CodeWord($0) }, keys: &keys)
        try await session.hunts.keep(keys)
        let page = try await session.hunts.overview(hunt.id)
        guard !found.isEmpty else {
            throw ReplicaError(
                .invalidValue, "no readable clue of ‘\(hunt.title)’ has such a code word",
                hint:
                    "A word that this device already knows decrypts nothing more; 'hometask hunt show' shows what is encrypted."
            )
        }
        if showing.json { return try page.printJSON() }
        let numbers = found.map(String.init).joined(separator: ", ")
        try session.output.say("This device now knows the code word of clue \(numbers).")
    }
}
