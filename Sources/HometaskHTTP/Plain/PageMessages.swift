// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskWeb
import Hummingbird

/// The page's messages in the browser's preferred language.
struct PageMessages: Sendable {
    /// The language tag (RFC 5646).
    let language: String
    private let messages: JSONObject

    private static let languages: [String: JSONObject] = Dictionary(
        PageLanguages.files.map { ($0.code, messages(in: $0.bytes)) }
    ) { first, _ in first }

    /// Returns the messages in a language file, including those of the server.
    private static func messages(in file: [UInt8]) -> JSONObject {
        var messages = (try? JSONObject.parse(file)) ?? [:]
        for (key, message) in (messages["server"]?.objectValue ?? [:]).members { messages[key.string] = message }
        return messages
    }

    /// Selects the available language that the browser prefers most (`Accept-Language`, RFC 9110, section 12.5.4), or
    /// English if none is available.
    init(for request: Request) { self.init(preferring: Self.preferred(request.headers[.acceptLanguage] ?? "")) }

    /// Selects the first available of the wanted languages, or English if none is available.
    init(preferring wanted: [String]) {
        language = wanted.first { Self.languages[$0] != nil } ?? "en"
        messages = Self.languages[language] ?? [:]
    }

    /// Returns the languages in an `Accept-Language` value, without regions, most preferred first.
    static func preferred(_ text: String) -> [String] {
        let entries = text.split(separator: ",").prefix(50).map { entry in
            let parts = entry.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            let code = String(parts.first?.prefix { $0 != "-" } ?? "")
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (code: code, quality: quality)
        }
        return entries.enumerated().filter { $0.element.quality > 0 }.sorted { first, second in
            (second.element.quality, first.offset) < (first.element.quality, second.offset)
        }.map(\.element.code)
    }

    /// Returns a message with the `{name}` placeholders replaced by values.
    ///
    /// - Parameter count: the number that selects the plural form, which is also the value of `{count}`.
    func t(_ message: String, _ values: KeyValuePairs<String, String> = [:], count: Int? = nil) -> String {
        let text =
            switch messages[message] {
            case .string(let found): found
            case .object(let forms): (forms[form(of: count ?? 0)] ?? forms["other"])?.stringValue ?? message
            default: message
            }
        return Self.fill(text) { name in values.first { $0.key == name }?.value ?? count.map { String($0) } ?? "" }
    }

    /// Replaces the `{name}` placeholders in a string. Braces in the values are literal.
    private static func fill(_ text: String, with value: (String) -> String) -> String {
        let pieces = text.split(omittingEmptySubsequences: false) { $0 == "{" || $0 == "}" }.map(String.init)
        // Every second piece is a placeholder name.
        return pieces.enumerated().map { $0 % 2 == 0 ? $1 : value($1) }.joined()
    }

    /// Returns the translation of a library message; nil if there is none (``EngineSentences``).
    ///
    /// - Parameter text: the fault, optionally followed by a full stop and advice. If only the advice lacks a
    ///   translation, the advice is dropped.
    func translation(of text: String) -> String? {
        if let words = translation(ofSentence: text) { return words }
        let sentences = text.split(separator: ". ", maxSplits: 1).map(String.init)
        guard sentences.count == 2, let fault = translation(ofSentence: sentences[0]) else { return nil }
        let advice = translation(ofSentence: sentences[1])
        return PlainFault.sentence(fault) + (advice.map { " \($0)" } ?? "")
    }

    private func translation(ofSentence text: String) -> String? {
        guard let (sentence, values) = EngineSentences.parts(of: text),
            let words = messages["engine"]?[sentence]?.stringValue
        else { return nil }
        return Self.fill(words) { name in
            let value = values.first { $0.name == name }?.value ?? ""
            return EngineSentences.inner.contains(name) ? translation(ofSentence: value) ?? value : value
        }
    }

    /// Returns the plural form for a number in the supported languages (CLDR): in French, 0 is singular.
    private func form(of count: Int) -> String { count == 1 || count == 0 && language == "fr" ? "one" : "other" }
}
