// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HometaskDBus

@Suite("D-Bus messages")
struct DBusMessageTests {
    private func sample() -> DBusMessage {
        var message = DBusMessage(.signal)
        message.path = "/org/example/It"
        message.interface = "org.example.It"
        message.member = "Happened"
        message.destination = ":1.7"
        message.body = [
            .byte(7), .boolean(true), .int16(-2), .uint16(3), .int32(-4), .uint32(5), .int64(-6), .uint64(7),
            .double(1.5), .string("Müll"), .path("/a"), .signature("a{sv}"), .array("(ys)", []),
            .array("as", [.array("s", [.string("x")]), .array("s", [])]),
            .structure([.byte(1), .structure([.uint64(2)])]),
            .dictionary(["b": .string("y"), "a": .variant(.array("d", [.double(-0.5)]))]),
        ]
        return message
    }

    @Test("A message round-trips, aligned or not")
    func again() throws {
        var message = sample()
        message.serial = 9
        #expect(try DBusMessage(message.bytes(serial: 9)) == message)
        for index in message.body.indices {
            var other = message
            other.body = [.byte(0)] + message.body[index...]
            #expect(try DBusMessage(other.bytes(serial: 9)) == other)
        }
    }

    @Test("A string without its terminating NUL, or cut off with the message, is refused")
    func texts() throws {
        var message = DBusMessage(.signal)
        message.body = [.string("abc")]
        var bytes = message.bytes(serial: 1)
        bytes[bytes.count - 1] = 1
        #expect(throws: DBusError.self) { try DBusMessage(bytes) }
        #expect(throws: DBusError.self) { try DBusMessage(Array(bytes.dropLast())) }
    }

    @Test("A message that claims more than the maximum size is refused by its header")
    func largest() throws {
        var start = DBusMessage(.signal).bytes(serial: 1).prefix(16)
        #expect(try DBusMessage.length(start) >= 16)
        start[6] = 0x20
        #expect(throws: DBusError.self) { try DBusMessage.length(start) }
    }

    @Test("The bytes match the specification, in both byte orders")
    func bytes() throws {
        var message = DBusMessage(.call)
        message.path = "/"
        message.member = "M"
        message.body = [.uint32(258)]
        let little: [UInt8] =
            [0x6C, 1, 0, 1, 4, 0, 0, 0, 1, 0, 0, 0, 39, 0, 0, 0]
            + [1, 1, 0x6F, 0, 1, 0, 0, 0, 0x2F, 0, 0, 0, 0, 0, 0, 0]
            + [3, 1, 0x73, 0, 1, 0, 0, 0, 0x4D, 0, 0, 0, 0, 0, 0, 0]
            + [8, 1, 0x67, 0, 1, 0x75, 0, 0, 2, 1, 0, 0]
        #expect(message.bytes(serial: 1) == little)
        var big = little
        big[0] = 0x42
        for place in [4, 8, 12, 20, 36, 56] {
            big.replaceSubrange(place..<place + 4, with: big[place..<place + 4].reversed())
        }
        message.serial = 1
        #expect(try DBusMessage(big) == message)
    }

    @Test("Damaged messages are read or refused", arguments: 1...20 as ClosedRange<UInt64>)
    func damaged(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let whole = sample().bytes(serial: 1)
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            _ = try? DBusMessage(bytes)
        }
    }

    @Test("Endlessly nested signatures and variants are refused")
    func deep() throws {
        var message = DBusMessage(.signal)
        message.body = [.uint32(0)]
        var value = DBusValue.byte(1)
        for _ in 0..<100 { value = .variant(value) }
        message.body = [value]
        #expect(throws: DBusError.malformed("it is nested too deeply")) { try DBusMessage(message.bytes(serial: 1)) }
        message.body = [.array(String(repeating: "a", count: 200) + "y", [])]
        #expect(throws: DBusError.self) { try DBusMessage(message.bytes(serial: 1)) }
        message.body = [.array("(y", [])]
        #expect(throws: DBusError.self) { try DBusMessage(message.bytes(serial: 1)) }
    }

    @Test("A NUL within a string is dropped")
    func zero() throws {
        var message = DBusMessage(.signal)
        message.body = [.string("a\0b")]
        #expect(try DBusMessage(message.bytes(serial: 1))?.body == [.string("ab")])
    }
}
