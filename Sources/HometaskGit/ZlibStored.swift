// SPDX-License-Identifier: Apache-2.0
import CLibgit2

/// Bytes in the format of zlib without compression (RFC 1950, and RFC 1951, section 3.2.4): for what is compressed
/// already, such as photos.
enum ZlibStored {
    /// The most bytes of a block.
    private static let block = 65_535

    /// Appends the bytes with zlib's header, blocks and checksum.
    static func append(_ bytes: [UInt8], to output: inout [UInt8]) {
        output.reserveCapacity(output.count + bytes.count + bytes.count / block * 5 + 16)
        // A window of 32 KiB, the fastest level; 0x7801 is a multiple of 31.
        output += [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + block, bytes.count)
            let count = UInt16(end - start)
            output.append(end == bytes.count ? 1 : 0)
            for number in [count, ~count] { output += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            output += bytes[start..<end]
            start = end
        } while start < bytes.count
        let checksum = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe adler32_z(1, buffer.baseAddress, buffer.count)
        }
        output += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> UInt($0)) }
    }
}
