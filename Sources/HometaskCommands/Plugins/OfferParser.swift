// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// Parses the arguments of a plugin's command, format or view, according to the options that the plugin declares.
struct OfferParser {
    /// The values of the options, by name.
    private(set) var options = JSONObject()
    /// The words that are not options.
    private(set) var rest: [String] = []
    private let offer: PluginOffer
    /// The name of the offer in messages: `hometask greet`.
    private let title: String

    /// Parses the words.
    ///
    /// - Throws: `UsageError` if an option is unknown, has no value or an invalid one, or is missing.
    init(_ words: [String], of offer: PluginOffer, called title: String) throws {
        self.offer = offer
        self.title = title
        var words = words[...]
        while let word = words.popFirst() {
            if word == "--" {
                rest += words
                break
            }
            guard word.hasPrefix("--") else {
                rest.append(word)
                continue
            }
            try read(word.dropFirst(2), &words)
        }
        for option in offer.options where option.isRequired && options[option.name] == nil {
            throw usage("--\(option.name) is missing: \(option.summary)")
        }
    }

    private mutating func read(_ word: Substring, _ words: inout ArraySlice<String>) throws {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = offer.options.first(where: { $0.name == name }) else {
            throw usage("'\(title)' has no option --\(name)")
        }
        if option.kind == .flag {
            if parts.count == 2 { throw usage("--\(name) takes no value") }
            options[name] = true
            return
        }
        guard let text = parts.count == 2 ? String(parts[1]) : words.popFirst() else {
            throw usage("--\(name) needs a value")
        }
        let value = try value(text, of: option)
        if option.isRepeated {
            options[name] = .array((options[name]?.arrayValue ?? []) + [value])
        } else {
            if options[name] != nil { throw usage("--\(name) is given twice") }
            options[name] = value
        }
    }

    private func value(_ text: String, of option: PluginOption) throws -> JSON {
        if !option.choices.isEmpty, !option.choices.contains(text) {
            throw usage("--\(option.name) should be one of \(option.choices.joined(separator: ", ")), but is ‘\(text)’")
        }
        // A plugin runs in a folder other than the user's current one, so the path of a file is made absolute.
        if option.kind == .file, text != "-" { return .string(CommandEnvironment.running.place(text)) }
        guard option.kind == .integer else { return .string(text) }
        guard let number = Int(text) else {
            throw usage("--\(option.name) should be a whole number, but is ‘\(text)’")
        }
        return .number(JSONNumber(number))
    }

    /// Throws an error if the number of words does not match the arguments of the offer.
    func checkArguments() throws {
        let required = offer.arguments.filter(\.isRequired)
        if rest.count < required.count {
            throw usage("\(required[rest.count].name) is missing: \(required[rest.count].summary)")
        }
        if rest.count > offer.arguments.count, offer.arguments.last?.isRepeated != true {
            throw usage("‘\(rest[offer.arguments.count])’ is one argument too many for '\(title)'")
        }
    }

    private func usage(_ message: String) -> UsageError {
        UsageError(message, hint: "See '\(title) --help'.")
    }
}
