// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskMerging
import HometaskQueries

/// The options for the position of an item, shared by `item add` and `item move`.
struct ItemPlaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Directly before this item.", valueName: "item"))
    var before: String?

    @Option(help: ArgumentHelp("Directly after this item.", valueName: "item"))
    var after: String?

    @Flag(name: [.long, .customLong("top")], help: "At the beginning.")
    var first = false

    /// The number of options that were given.
    var count: Int { [before != nil, after != nil, first].filter { $0 }.count }

    /// Returns the position given by the options, by default after all other items.
    func place(_ finder: ItemFinder) throws -> Document.ItemPlace {
        if let before { return .before(try finder.item([before]).id) }
        if let after { return .after(try finder.item([after]).id) }
        return first ? .first : .last
    }
}
