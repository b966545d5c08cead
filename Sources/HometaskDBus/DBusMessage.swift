// SPDX-License-Identifier: Apache-2.0

/// A message of D-Bus (“Message Protocol” of its specification).
public struct DBusMessage: Hashable, Sendable {
    /// What a message is.
    public enum Kind: UInt8, Sendable {
        /// Somebody is asked something.
        case call = 1
        /// The answer to a call that worked.
        case answer = 2
        /// The answer that it did not work.
        case error = 3
        /// Somebody tells something, and no answer is expected.
        case signal = 4
    }

    /// Whether it is a call, an answer, an error or a signal.
    public var kind: Kind
    /// Its number, which its sender gave it.
    public var serial: UInt32 = 0
    /// The object it is for, or of.
    public var path: String?
    /// The interface of what is called or told.
    public var interface: String?
    /// The name of what is called or told.
    public var member: String?
    /// The name of the error.
    public var errorName: String?
    /// The number of the call that this answers.
    public var replySerial: UInt32?
    /// Whom it is for.
    public var destination: String?
    /// The unique name of who sent it, which the bus fills in.
    public var sender: String?
    /// The arguments of a call or a signal, or the values of an answer; empty if there are none.
    public var body: [DBusValue] = []

    /// A message of a kind.
    public init(_ kind: Kind) { self.kind = kind }

    /// The largest message that is read, in bytes. The specification allows more; nobody here asks for it.
    public static let largest = 1 << 20
    /// How many bytes tell how long a message is.
    static let prefix = 16

    /// The bytes of the message under a number.
    public func bytes(serial: UInt32) -> [UInt8] {
        var content = DBusWriter()
        for value in body { content.write(value) }
        var fields: [DBusValue] = []
        func add(_ code: UInt8, _ value: DBusValue?) {
            if let value { fields.append(.structure([.byte(code), .variant(value)])) }
        }
        add(1, path.map { .path($0) })
        add(2, interface.map { .string($0) })
        add(3, member.map { .string($0) })
        add(4, errorName.map { .string($0) })
        add(5, replySerial.map { .uint32($0) })
        add(6, destination.map { .string($0) })
        add(7, sender.map { .string($0) })
        if !body.isEmpty { add(8, .signature(body.map(\.signature).joined())) }
        var head = DBusWriter()
        for byte in [UInt8(ascii: "l"), kind.rawValue, 0, 1] { head.write(.byte(byte)) }
        head.write(.uint32(UInt32(content.bytes.count)))
        head.write(.uint32(serial))
        head.write(.array("(yv)", fields))
        head.align(8)
        return head.bytes + content.bytes
    }

    /// How long a message is, by its first sixteen bytes.
    static func length(_ start: some Collection<UInt8>) throws(DBusError) -> Int {
        let start = Array(start)
        var reader = try reader(start)
        let numbers = try reader.values("yyyyuuu").compactMap(\.unsigned)
        let length = 16 + (Int(numbers[6]) + 7) / 8 * 8 + Int(numbers[4])
        guard length <= largest else { throw DBusError.malformed("it is larger than \(largest) bytes") }
        return length
    }

    /// A message from all of its bytes; nil for one of a kind that is not known, which the specification says to
    /// ignore.
    public init?(_ bytes: [UInt8]) throws(DBusError) {
        var reader = try Self.reader(bytes)
        let head = try reader.values("yyyyuua(yv)")
        guard head[3] == .byte(1) else { throw DBusError.malformed("it has another protocol version") }
        guard let number = head[1].unsigned, let kind = Kind(rawValue: UInt8(truncatingIfNeeded: number)) else {
            return nil
        }
        self.init(kind)
        serial = UInt32(truncatingIfNeeded: head[5].unsigned ?? 0)
        var signature = ""
        for field in head[6].elements ?? [] {
            guard let members = field.elements, members.count == 2, let code = members[0].unsigned else { continue }
            let value = members[1]
            switch code {
            case 1: path = value.text
            case 2: interface = value.text
            case 3: member = value.text
            case 4: errorName = value.text
            case 5: replySerial = value.unsigned.map { UInt32(truncatingIfNeeded: $0) }
            case 6: destination = value.text
            case 7: sender = value.text
            case 8: signature = value.text ?? ""
            default: break
            }
        }
        try reader.align(8)
        body = try reader.values(signature)
        guard reader.position == bytes.count else { throw DBusError.malformed("it is longer than it declares") }
    }

    private static func reader(_ bytes: [UInt8]) throws(DBusError) -> DBusReader {
        switch bytes.first {
        case UInt8(ascii: "l"): return DBusReader(bytes, isBigEndian: false)
        case UInt8(ascii: "B"): return DBusReader(bytes, isBigEndian: true)
        default: throw DBusError.malformed("it does not begin like a message")
        }
    }
}
