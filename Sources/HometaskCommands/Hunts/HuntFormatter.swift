// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskHunts
import HometaskTime

/// Formats clues and times of hunts for people.
enum HuntFormatter {
    static let argument = ArgumentHelp(
        "Words of the hunt's title in quotes, or # and the start of its id.", valueName: "hunt")

    /// Returns how a new clue is solved.
    static func means(_ clue: HuntDraft.NewClue) -> String {
        if clue.code != nil { return "solved with its code word" }
        if let place = clue.place {
            return "solved with a photo taken within \(Distance.exact(place.within)) of \(place.coordinates)"
        }
        return "solved when an adult accepts it"
    }

    /// Returns the players' task for a clue.
    static func task(_ content: ClueContent, isImperial: Bool) -> String {
        if content.code != nil { return "find its code word" }
        guard let place = content.place else { return "an adult must accept it as solved" }
        return "take a photo within \(Distance.text(place.within, isImperial: isImperial)) of its place"
    }

    /// Returns a duration: `1 h 05 min`, `12 min 40 s`.
    static func time(_ seconds: Int64) -> String {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        if hours > 0 { return "\(hours) h \(two(minutes)) min" }
        return minutes > 0 ? "\(minutes) min \(two(seconds % 60)) s" : "\(seconds) s"
    }
}

/// Creates names for new clues: random ids, so that devices need not agree on them.
enum ClueName {
    /// Returns a random name for a new clue.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return DocumentID.random(using: &generator).description
    }
}
