// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries

/// Options declared in a table of fields and not by properties.
///
/// ArgumentParser 1.8 has no interface for that. It finds the options of a type in the type's mirror, under names that
/// begin with an underscore, as those of wrapped properties do. Only this file relies on it.
protocol TableOptions: ParsableArguments, CustomReflectable {
    static var declared: [TableOption] { get }
}

extension TableOptions {
    var customMirror: Mirror { Mirror(self, children: Self.declared.map { ("_\($0.name)", $0.wrapper) }) }
}

/// An option as a table of fields declares it.
struct TableOption {
    /// The name without its dashes.
    let name: String
    /// The property wrapper of such an option.
    fileprivate let wrapper: any Sendable

    /// Returns the option that sets a field; nil if the table declares none.
    static func setting(_ field: TaskField) -> TableOption? {
        guard let (words, value) = field.help else { return nil }
        // The value of --for may begin with a dash: -mia.
        let parsing = field.values == .members ? ArrayParsingStrategy.unconditionalSingleValue : .singleValue
        if field.isRepeatable { return several(field.name, help: words, value: value, parsing: parsing) }
        if field.values != .number { return text(field.name, help: words, value: value) }
        let help = ArgumentHelp(words, valueName: value)
        return TableOption(name: field.name, wrapper: Option<Int?>(name: .customLong(field.name), help: help))
    }

    /// Returns the option that sets a text field; nil if the table declares none.
    ///
    /// - Parameter isChange: whether the command changes a document.
    static func setting(_ field: TextField, isChange: Bool) -> TableOption? {
        guard let (text, value) = field.help else { return nil }
        let words = isChange ? field.changeHelp ?? text : text
        guard field.values == .order else { return self.text(field.name, help: words, value: value) }
        let keys = "\(TaskOrder.keys); -KEY for descending order. The usual order by default."
        // An order may begin with a dash: -due.
        return self.text(field.name, help: "\(words) \(keys)", value: value, parsing: .unconditional)
    }

    /// Returns the option that clears a text field; nil if the table declares none.
    static func removing(_ field: TextField) -> TableOption? { field.removal.map { removing(field.name, help: $0) } }

    /// Returns the option that clears a field; nil if the table declares none.
    static func removing(_ field: TaskField) -> TableOption? { field.removal.map { removing(field.name, help: $0) } }

    /// Returns an option that takes text.
    static func text(
        _ name: String, help: String, value: String?, parsing: SingleValueParsingStrategy = .next
    ) -> TableOption {
        let help = ArgumentHelp(help, valueName: value)
        return TableOption(
            name: name, wrapper: Option<String?>(name: .customLong(name), parsing: parsing, help: help))
    }

    /// Returns a repeatable option that takes text.
    static func several(
        _ name: String, help: String, value: String?, parsing: ArrayParsingStrategy = .singleValue
    ) -> TableOption {
        let help = ArgumentHelp(help, valueName: value)
        return TableOption(
            name: name,
            wrapper: Option<[String]>(wrappedValue: [], name: .customLong(name), parsing: parsing, help: help))
    }

    private static func removing(_ name: String, help: String) -> TableOption {
        TableOption(
            name: "no-\(name)",
            wrapper: Flag<Bool>(wrappedValue: false, name: .customLong("no-\(name)"), help: ArgumentHelp(help)))
    }

    /// The coding key of an option in the parser's decoder.
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }

        init?(stringValue: String) { self.init(stringValue) }

        init?(intValue: Int) { nil }
    }
}
