// SPDX-License-Identifier: Apache-2.0

/// The source of a series of events: one line of a device's history, or a commit made by another tool.
///
/// A device chooses a new actor whenever another writer might use its old one (after a folder was copied or a backup
/// restored). Two writers with the same actor would hide each other's values.
public struct ActorID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// A letter for the type, then digits and lower-case letters. The types: `d`, a device; `g`, a sealed commit; `x`,
    /// bytes that no stamp covers; `f`, one of two lines of history that used the same device's name; `r`, a source of
    /// derived writes, the same on every device.
    public let text: String

    /// Creates an actor from its text: a lower-case letter, then 1 to 31 digits or lower-case letters.
    public init?(_ text: some StringProtocol) {
        let bytes = text.utf8
        guard (2...32).contains(bytes.count), let first = bytes.first, (0x61...0x7A).contains(first),
            bytes.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) })
        else { return nil }
        self.text = String(text)
    }

    /// Whether the actor is a device.
    public var isDevice: Bool { text.utf8.first == UInt8(ascii: "d") }

    private init(known text: String) {
        self.text = text
    }

    /// Generates a device's actor of 65 random bits: `d` and thirteen characters of Crockford's base 32.
    public static func random(using generator: inout some RandomNumberGenerator) -> ActorID {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
        var text: [UInt8] = [UInt8(ascii: "d")]
        for _ in 0..<13 { text.append(alphabet[Int.random(in: 0..<32, using: &generator)]) }
        return ActorID(known: String(decoding: text, as: UTF8.self))
    }

    /// Creates the actor of writes that are derived from values known to every device: `r` and the first 16 digits of
    /// the SHA-256 of all the inputs of the derivation. Devices that derive the same writes from the same values, onto
    /// the same copy of a document, therefore write the same events. Their copies join as if one device had written
    /// them.
    ///
    /// - Parameter origin: the bytes that identify the document, its state before the writes, and all written values.
    ///   Two different writes must never have the same bytes.
    public static func following(from origin: [UInt8]) -> ActorID {
        ActorID(known: "r" + ValueHash.hexadecimal(of: origin, digits: 16))
    }

    /// Whether the actor's writes are derived from other values rather than made by a person.
    public var isFollowing: Bool { text.utf8.first == UInt8(ascii: "r") }

    /// Creates the actor for bytes that no stamp covers: `x` and the first 16 digits of their SHA-256.
    package static func unvouched(_ bytes: [UInt8]) -> ActorID {
        ActorID(known: "x" + ValueHash.hexadecimal(of: bytes, digits: 16))
    }

    /// Creates the actor that takes over one of two lines of another actor: `f`, the first 12 digits of the SHA-256 of
    /// the line's bytes, and the other actor's name if it fits.
    static func parted(from actor: ActorID, by bytes: [UInt8]) -> ActorID {
        let origin = actor.origin ?? actor
        let name = origin.text.utf8.count <= 19 ? origin.text : ""
        return ActorID(known: "f" + ValueHash.hexadecimal(of: bytes + Array(actor.text.utf8), digits: 12) + name)
    }

    /// The actor whose line this one took over; nil for all other actors.
    public var origin: ActorID? {
        text.utf8.first == UInt8(ascii: "f") && text.utf8.count > 13 ? ActorID(text.dropFirst(13)) : nil
    }

    /// The actor that continues for this one when its counter is exhausted: `x` and the first 16 digits of the SHA-256
    /// of this actor's name.
    var successor: ActorID { .unvouched(Array(text.utf8)) }

    /// The same as ``text``.
    public var description: String { text }

    /// Orders actors by the bytes of their texts.
    public static func < (left: ActorID, right: ActorID) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
