// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// Whether two values are equal as defined by JSON Schema (core specification, section 4.2.2), for which `1`, `1.0`
    /// and `1e0` are the same number.
    func isSchemaEqual(to other: JSON) -> Bool { withPlainNumbers == other.withPlainNumbers }

    /// The value with every number in a form that depends only on the number's value.
    var withPlainNumbers: JSON {
        switch self {
        case .number(let number): .number(number.plain)
        case .array(let elements): .array(elements.map({ $0.withPlainNumbers }))
        case .object(let object): .object(JSONObject(object.members.map { ($0.string, $1.withPlainNumbers) }))
        default: self
        }
    }
}

extension JSONNumber {
    /// The number in a normal form: whole numbers as digits, all others as the nearest double.
    fileprivate var plain: JSONNumber {
        if let int { return JSONNumber(int) }
        if let whole = Int(exactly: double) { return JSONNumber(whole) }
        return JSONNumber(double) ?? self
    }
}
