// SPDX-License-Identifier: Apache-2.0

/// The types of JSON Schema.
enum SchemaType: String {
    case null, boolean, integer, number, string, array, object

    /// Whether a value has the type; according to the standard, `1.0` is an integer.
    func matches(_ value: JSON) -> Bool {
        switch (self, value) {
        case (.null, .null), (.boolean, .bool), (.number, .number), (.string, .string), (.array, .array),
            (.object, .object):
            true
        case (.integer, .number(let number)): number.double.rounded() == number.double
        default: false
        }
    }

    var words: String {
        switch self {
        case .null: "null"
        case .boolean: "true or false"
        case .integer: "a whole number"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
