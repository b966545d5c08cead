// SPDX-License-Identifier: Apache-2.0

/// A message of D-Bus (“Message Protocol” in the specification).
public struct DBusMessage: Hashable, Sendable {
    /// The type of a message.
    public enum Kind: UInt8, Sendable {
        /// A call of a method.
        case call = 1
        /// The answer to a call that succeeded.
        case answer = 2
        /// The answer to a call that failed.
        case error = 3
        /// A signal, which is not answered.
        case signal = 4
    }

    /// The type of the message.
    public var kind: Kind
    /// The serial number, which the sender assigns.
    public var serial: UInt32 = 0
    /// The path of the object that is called, or that emits a signal.
    public var path: String?
    /// The interface of the method or signal.
    public var interface: String?
    /// The name of the method or signal.
    public var member: String?
    /// The name of the error.
    public var errorName: String?
    /// The serial number of the call that this message answers.
    public var replySerial: UInt32?
    /// The receiver's name on the bus.
    public var destination: String?
    /// The unique name of the sender, which the bus sets.
    public var sender: String?
    /// The arguments of a call or a signal, or the values of an answer; empty if there are none.
    public var body: [DBusValue] = []

    /// Creates a message of a type.
    public init(_ kind: Kind) { self.kind = kind }

    /// The maximum size of a received message, in bytes. The specification allows larger messages, which are not needed
    /// here.
    public static let largest = 1 << 20
    /// The number of bytes from which the length of a message can be computed.
    static let prefix = 16

    /// Returns the bytes of the message with a serial number.
    public func bytes(serial: UInt32) -> [UInt8] {
        var content = DBusWriter()
        for value in body { content.writeValue(value) }
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
        for byte in [UInt8(ascii: "l"), kind.rawValue, 0, 1] { head.writeValue(.byte(byte)) }
        head.writeValue(.uint32(UInt32(content.bytes.count)))
        head.writeValue(.uint32(serial))
        head.writeValue(.array("(yv)", fields))
        head.align(8)
        return head.bytes + content.bytes
    }

    /// Returns the length of a message in bytes, from its first sixteen bytes.
    static func length(_ start: some Collection<UInt8>) throws(DBusError) -> Int {
        let start = Array(start)
        var reader = try reader(start)
        let numbers = try reader.values("yyyyuuu").compactMap(\.unsigned)
        let length = 16 + (Int(numbers[6]) + 7) / 8 * 8 + Int(numbers[4])
        guard length <= largest else { throw DBusError.malformed("it is larger than \(largest) bytes") }
        return length
    }

    /// Parses a message; nil if it has an unknown type, because the specification says to ignore such messages.
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
