// SPDX-License-Identifier: Apache-2.0

/// A value in a message of D-Bus, with one of the types in the specification (version 0.42, “Type System”).
public indirect enum DBusValue: Hashable, Sendable {
    /// An unsigned number of 8 bits: type `y`.
    case byte(UInt8)
    /// True or false: type `b`.
    case boolean(Bool)
    /// A signed number of 16 bits: type `n`.
    case int16(Int16)
    /// An unsigned number of 16 bits: type `q`.
    case uint16(UInt16)
    /// A signed number of 32 bits: type `i`.
    case int32(Int32)
    /// An unsigned number of 32 bits: type `u`, and also `h`, the index of a file descriptor, which this client never
    /// receives.
    case uint32(UInt32)
    /// A signed number of 64 bits: type `x`.
    case int64(Int64)
    /// An unsigned number of 64 bits: type `t`.
    case uint64(UInt64)
    /// A floating-point number of 64 bits: type `d`.
    case double(Double)
    /// A text in UTF-8: type `s`.
    case string(String)
    /// The path of an object: type `o`.
    case path(String)
    /// The signature of values, as a sequence of type codes: type `g`.
    case signature(String)
    /// An array: type `a…`, with the signature of its elements, which an empty array has too.
    case array(String, [DBusValue])
    /// Several values in a fixed order: type `(…)`, with the types of the values between the parentheses.
    case structure([DBusValue])
    /// An entry of a dictionary, which is an array of entries: type `{…}`.
    case entry(DBusValue, DBusValue)
    /// A value that includes its type: type `v`.
    case variant(DBusValue)

    /// The signature of the value.
    public var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .array(let element, _): "a" + element
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        case .entry(let key, let value): "{" + key.signature + value.signature + "}"
        case .variant: "v"
        }
    }

    /// The text of a string, a path or a signature, also in a variant; nil for any other value.
    public var text: String? {
        switch self {
        case .string(let text), .path(let text), .signature(let text): text
        case .variant(let value): value.text
        default: nil
        }
    }

    /// The number of a double, also in a variant; nil for any other value.
    public var double: Double? {
        switch self {
        case .double(let number): number
        case .variant(let value): value.double
        default: nil
        }
    }

    /// The number of an unsigned type, also in a variant; nil for any other value.
    public var unsigned: UInt64? {
        switch self {
        case .byte(let number): UInt64(number)
        case .uint16(let number): UInt64(number)
        case .uint32(let number): UInt64(number)
        case .uint64(let number): number
        case .variant(let value): value.unsigned
        default: nil
        }
    }

    /// The elements of an array, or the members of a structure, also in a variant; nil for any other value.
    public var elements: [DBusValue]? {
        switch self {
        case .array(_, let elements), .structure(let elements): elements
        case .variant(let value): value.elements
        default: nil
        }
    }

    /// The value for a key in a dictionary whose keys are texts; nil if there is none.
    public subscript(key: String) -> DBusValue? {
        for case .entry(let name, let value) in elements ?? [] where name.text == key { return value }
        return nil
    }

    /// Returns a dictionary of texts and variants, `a{sv}`, sorted by key.
    public static func dictionary(_ members: [String: DBusValue]) -> DBusValue {
        let entries = members.sorted { $0.key < $1.key }.map { DBusValue.entry(.string($0.key), .variant($0.value)) }
        return .array("{sv}", entries)
    }
}
