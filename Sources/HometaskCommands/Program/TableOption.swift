// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries

/// An option that is declared in a table of fields and not by a property of a command.
///
/// The parser finds the options of a type by reflection, so the type's mirror must contain these options.
struct TableOption: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }

    init?(stringValue: String) { self.init(stringValue) }

    init?(intValue: Int) { nil }

    /// The option that sets a field; nil if the table declares none.
    static func setting(_ field: TaskField) -> Mirror.Child? {
        guard let (text, value) = field.help else { return nil }
        let help = ArgumentHelp(text, valueName: value)
        let name = NameSpecification.customLong(field.name)
        if field.values == .number { return ("_\(field.name)", Option<Int?>(name: name, help: help)) }
        guard field.isRepeatable else {
            return ("_\(field.name)", Option<String?>(name: name, help: help))
        }
        // The value of --for may begin with a dash: -mia.
        return (
            "_\(field.name)",
            Option<[String]>(
                wrappedValue: [], name: name,
                parsing: field.values == .members ? .unconditionalSingleValue : .singleValue,
                help: help)
        )
    }

    /// The option that sets a text field; nil if the table declares none.
    ///
    /// - Parameter isChange: whether the command changes a document.
    static func setting(_ field: TextField, isChange: Bool) -> Mirror.Child? {
        guard let (text, value) = field.help else { return nil }
        let words = isChange ? field.changeHelp ?? text : text
        guard field.values == .order else {
            let help = ArgumentHelp(words, valueName: value)
            return ("_\(field.name)", Option<String?>(name: .customLong(field.name), help: help))
        }
        let keys = "\(TaskOrder.keys); -KEY for descending order. The usual order by default."
        // An order may begin with a dash: -due.
        return (
            "_\(field.name)",
            Option<String?>(
                name: .customLong(field.name), parsing: .unconditional,
                help: ArgumentHelp("\(words) \(keys)", valueName: value))
        )
    }

    /// The option that clears a text field; nil if the table declares none.
    static func removing(_ field: TextField) -> Mirror.Child? { field.removal.map { removing(field.name, help: $0) } }

    /// The option that clears a field; nil if the table declares none.
    static func removing(_ field: TaskField) -> Mirror.Child? {
        field.removal.map { removing(field.name, help: $0) }
    }

    private static func removing(_ name: String, help: String) -> Mirror.Child {
        (
            "_no-\(name)",
            Flag<Bool>(wrappedValue: false, name: .customLong("no-\(name)"), help: ArgumentHelp(help))
        )
    }
}
