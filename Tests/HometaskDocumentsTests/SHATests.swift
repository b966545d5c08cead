// SPDX-License-Identifier: Apache-2.0

import HometaskHashing
import TestSupport
import Testing

@Suite("SHA-1 and SHA-256")
struct SHATests {
    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    @Test(
        "The examples published with FIPS 180-4",
        arguments: [
            (
                "", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
            ),
            (
                "abc", "a9993e364706816aba3e25717850c26c9cd0d89d",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
            ),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func published(text: String, sha1: String, sha256: String) {
        #expect(Self.hex(SHA1.digest(Array(text.utf8))) == sha1)
        #expect(SHA256.hexDigest(Array(text.utf8)) == sha256)
    }

    @Test("A million times the letter a")
    func million() {
        let text = [UInt8](repeating: 0x61, count: 1_000_000)
        #expect(Self.hex(SHA1.digest(text)) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
        #expect(SHA256.hexDigest(text) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("Digests print as lower-case hexadecimal digits, as many as requested")
    func digits() {
        let bytes: [UInt8] = [0x09, 0xA0, 0xFF]
        #expect(SHA256.hexadecimal(bytes) == "09a0ff" && SHA256.hexadecimal(bytes, digits: 9) == "09a0ff")
        #expect(SHA256.hexadecimal(bytes, digits: 3) == "09a" && SHA256.hexadecimal(bytes, digits: 0) == "")
    }

    @Test("Digests of all lengths from 0 to 200 match Python's hashlib")
    func againstPython() throws {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let messages = (0...200).map { length in (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        let script = """
            import hashlib, sys
            for line in sys.stdin:
                message = bytes.fromhex(line)
                print(hashlib.sha1(message).hexdigest(), hashlib.sha256(message).hexdigest())
            """
        let input = messages.map { Self.hex($0) + "\n" }.joined()
        let theirs = try Python.run(["-c", script], input: input).split(separator: "\n")
        #expect(theirs.count == messages.count)
        for (message, their) in zip(messages, theirs) {
            let ours = Self.hex(SHA1.digest(message)) + " " + SHA256.hexDigest(message)
            #expect(ours == their, "\(message.count) bytes, \(SeededGenerator.note)")
        }
    }
}
