// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskHunts

/// `hometask hunt unlock`: tells this device code words.
struct HuntUnlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Tell this device code words, so that it can read what they seal.",
        discussion: """
            For a second device of a team, whose words were found with another one, and for one that is to change clues which \
            were written elsewhere. It solves nothing.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntWords.argument)
    var hunt: String

    @Argument(help: "Code words; one of several words stands in quotes.")
    var words: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunt([hunt])
        var keys = try await session.clueKeys()
        let found = try OpenedClues.unlock(hunt.clues, with: words.compactMap { CodeWord($0) }, &keys)
        try await session.keep(keys)
        let page = try await session.huntPage(hunt.id)
        guard !found.isEmpty else {
            throw ReplicaError(
                .invalidValue, "no clue of ‘\(hunt.title)’ that can be read here has such a code word",
                hint:
                    "A word that this device knows already opens nothing more; 'hometask hunt show' says what is sealed."
            )
        }
        if showing.json { return try page.printJSON() }
        let numbers = found.map(String.init).joined(separator: ", ")
        try session.output.say("This device knows the code word of clue \(numbers) now.")
    }
}
