// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A setting of a plugin on a device: a string, passed to the plugin verbatim.
public struct PluginSetting: Hashable, Sendable {
    /// The type of a setting's value.
    public enum Kind: String, Sendable {
        /// Any text, unless the setting names choices or a pattern.
        case text
        /// A whole number in decimal digits, within the minimum and the maximum.
        case integer
        /// A number in decimal digits.
        case number
    }

    /// The name of the setting.
    public var name: String
    /// The purpose of the setting, in a sentence.
    public var summary: String
    /// The type of the setting's value.
    public var kind: Kind
    /// The allowed values; empty for any.
    public var choices: [String]
    /// The minimum number; nil for none.
    public var minimum: Double?
    /// The maximum number; nil for none.
    public var maximum: Double?
    /// Whether the plugin requires a value for this setting.
    public var isRequired: Bool
    /// A valid value, for hints.
    public var example: String?
    let pattern: PluginPattern?

    init(_ object: JSONObject) {
        name = object.text("name")
        summary = object.text("summary")
        kind = object["type"]?.stringValue.flatMap { Kind(rawValue: $0) } ?? .text
        choices = object.texts("choices")
        minimum = object["minimum"]?.doubleValue
        maximum = object["maximum"]?.doubleValue
        isRequired = object["required"]?.boolValue ?? false
        example = object["example"]?.stringValue
        pattern = object.pattern
    }

    /// Returns the expected form if a value is invalid, such as `a whole number from 1 to 65535`; nil for a valid one.
    public func expectation(of value: String) -> String? {
        if !choices.isEmpty, !choices.contains(value) { return "one of \(choices.joined(separator: ", "))" }
        if kind != .text, !isNumber(value) { return numberWords }
        if let pattern, !pattern.occurs(in: value) {
            return example.map { "like \($0)" } ?? "a text that matches \(pattern.source.excerpt(limit: 60))"
        }
        return nil
    }

    private func isNumber(_ value: String) -> Bool {
        let start = value.drop(while: \.isWhitespace)
        let digits = start.prefix { !$0.isWhitespace }
        guard start.dropFirst(digits.count).allSatisfy(\.isWhitespace) else { return false }
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }) else { return false }
        guard let number = kind == .integer ? Int(digits).map(Double.init) : Double(digits) else { return false }
        return number >= minimum ?? number && number <= maximum ?? number
    }

    private var numberWords: String {
        let noun = kind == .integer ? "a whole number" : "a number"
        return switch (minimum, maximum) {
        case (nil, nil): noun
        case (let least?, nil): "\(noun) of \(Self.text(least)) or more"
        case (nil, let greatest?): "\(noun) up to \(Self.text(greatest))"
        case (let least?, let greatest?): "\(noun) from \(Self.text(least)) to \(Self.text(greatest))"
        }
    }

    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
