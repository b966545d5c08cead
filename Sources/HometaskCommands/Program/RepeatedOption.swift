// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// An option for a single value that was given more than once: the parser would silently keep the last value.
struct RepeatedOption {
    private let name: String

    /// The options for display and fetching. Their last value applies, so that an alias can contain them.
    private static let overridable: Set = ["--color", "--limit", "--sort", "--timeout"]

    /// - Returns: nil if the command line has none. The help of an option that takes several values says that it may be
    ///   repeated.
    init?(in path: CommandPath) {
        var counts: [String: Int] = [:]
        for word in path.rest.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
            counts[String(word.prefix { $0 != "=" }), default: 0] += 1
        }
        let names = counts.filter { $0.value > 1 }.keys.sorted().filter { !Self.overridable.contains($0) }
        guard !names.isEmpty, let type = path.type else { return nil }
        let help = CommandHelp(type.configuration.defaultSubcommand ?? type)
        let found = names.first { name in
            guard let entry = help.entry(named: name), entry.valueName != nil else { return false }
            return !entry.summary.lowercased().contains("may be repeated")
        }
        guard let found else { return nil }
        name = found
    }

    var error: UsageError {
        UsageError("\(name) was given twice, and takes one value", hint: "Nothing was changed. Give it once.")
    }
}
