// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskHunts
import HometaskReplica

/// A hunt bundled with the program. Its clues fit any home; each leads to a hidden code word, the last to the treasure.
struct BuiltInHunt: Sendable {
    /// The name on the command line.
    let name: String
    let title: String
    /// The text that players read first.
    let text: [String]
    let clues: [BuiltInClue]

    /// A clue, the place it leads to, and the code word that is hidden there; nil if the treasure is hidden there.
    struct BuiltInClue: Sendable {
        let text: [String]
        let hidingPlace: String?
        let word: String?

        init(_ text: String..., at place: String, word: String? = nil) {
            self.text = text
            hidingPlace = place
            self.word = word
        }
    }

    static let all = [home, garden, rain]

    /// The names, for help.
    static var names: String { all.map(\.name).joined(separator: ", ") }

    /// The names with a description of each, for help.
    static var summary: String {
        all.map { "\($0.name) (\($0.clues.count) clues, ‘\($0.title)’)" }.joined(separator: ", ")
    }

    /// Returns the hunt with a name, in any letter case; the error for an unknown name lists the known ones.
    static func named(_ word: String) throws -> BuiltInHunt {
        guard let hunt = all.first(where: { $0.name == word.lowercased() }) else {
            throw ValidationError("‘\(word)’ is not a ready-made hunt; choose one of: \(names)")
        }
        return hunt
    }

    static let home = BuiltInHunt(
        name: "home", title: "The pirate at home",
        text: [
            "A pirate slept in our house and left in a hurry.",
            "Find what he hid: each word leads to the next clue.",
        ],
        clues: [
            BuiltInClue(
                "It is winter in here even in July,", "and a light goes on when you look.",
                at: "in the fridge", word: "anchor"),
            BuiltInClue(
                "I eat socks, spin them and give them back.", at: "in the washing machine", word: "parrot"),
            BuiltInClue(
                "I have a face and two hands,", "but I cannot smile or wave.", at: "behind a clock",
                word: "compass"),
            BuiltInClue(
                "Every night you press your ear to me,", "and I tell you stories while you sleep.",
                at: "under a pillow", word: "island"),
            BuiltInClue(
                "I have many leaves and am no tree,", "I have a back and cannot sit.",
                at: "in a book on the shelf", word: "lantern"),
            BuiltInClue("The treasure waits where boots wait for rain.", at: "with the shoes"),
        ])

    private static let garden = BuiltInHunt(
        name: "garden", title: "The gardener's secret",
        text: [
            "The old gardener buried something long ago.",
            "Tell hometask the word that you find at each place.",
        ],
        clues: [
            BuiltInClue(
                "I drink all day and give it back by the can.", at: "at the tap or the rain barrel",
                word: "earthworm"),
            BuiltInClue(
                "I have one leg, a hundred arms and a green hat.", at: "at the biggest tree", word: "acorn"),
            BuiltInClue("People step on me to be let in.", at: "under the doormat", word: "beetle"),
            BuiltInClue(
                "I carry water, sand or you,", "and have but one wheel.",
                at: "at the wheelbarrow or a bicycle", word: "snail"),
            BuiltInClue("Dig where nothing but flowers sleeps in a bed.", at: "in a flower bed"),
        ])

    private static let rain = BuiltInHunt(
        name: "rain", title: "The rainy day detective",
        text: ["Somebody took the biscuits. Detectives, follow the words!"],
        clues: [
            BuiltInClue(
                "The thief washed his hands. Who saw his face?", at: "behind the mirror in the bathroom",
                word: "magnifier"),
            BuiltInClue(
                "Then he climbed where the thirteen steps are.", at: "under a stair, or on a chair",
                word: "footprint"),
            BuiltInClue(
                "He listened to music that comes out of a box.", at: "at the loudspeaker or the radio",
                word: "alibi"),
            BuiltInClue(
                "He warmed his feet where it is warm without a fire.", at: "at a radiator", word: "witness"),
            BuiltInClue("Yesterday's news hid what he ate.", at: "in the waste paper", word: "evidence"),
            BuiltInClue("He hung up his coat, and the biscuits are in it.", at: "in the pocket of a coat"),
        ])
}

extension BuiltInHunt {
    /// Creates the hunt, and stores the keys of its code words on this device.
    ///
    /// - Parameter wanted: the values of the hunt; a missing title or text is replaced by the default.
    func make(
        in replica: any DocumentStorage & DeviceStorage, as wanted: HuntChanges = HuntChanges(), command: String?
    ) async throws -> DocumentID {
        var draft = HuntDraft()
        for clue in clues {
            let code = try clue.word.flatMap { CodeWord($0) }?.newCode()
            draft.add(HuntDraft.NewClue(text: clue.text, code: code), id: ClueName.random())
        }
        // Stored first: keys without the hunt are harmless, but without the keys the hunt could never be changed.
        var keys = ClueKeys(try await replica.localData(ClueKeys.name))
        keys.add(all: draft.keys)
        try await replica.setLocalData(ClueKeys.name, keys.bytes, durably: true)
        var hunt = HuntChanges(title: title, text: wanted.text ?? text)
        hunt.fields.merge(wanted.fields)
        let (changes, sealed) = (hunt, try draft.clues())
        return try await replica.write(command: command) { try $0.hunts.add(changes, clues: sealed) }.result
    }

    /// Prints what to hide at which place.
    func printHidingPlaces(_ output: Output) throws {
        try output.say("Write each word on a slip of paper and hide it:")
        for clue in clues {
            guard let place = clue.hidingPlace else { continue }
            try output.say("  \(clue.word ?? "the treasure"): \(place)")
        }
    }
}
