// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
import HometaskHashing
import TestSupport
import Testing

@Suite("File digests")
struct FileDigestTests {
    @Test("Digests match our own implementation for all lengths around a block and for a large file")
    func same() {
        var random = SeededGenerator()
        for count in Array(0...200) + [1_000_003] {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(FileDigest.sha256(bytes) == SHA256.hexDigest(bytes), "\(count) bytes, \(random.note)")
            #expect(FileDigest.sha1(bytes) == SHA1.digest(bytes), "\(count) bytes, \(random.note)")
        }
    }
}
