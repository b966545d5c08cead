// SPDX-License-Identifier: Apache-2.0

import CZlib

/// Gzip compression (RFC 1952).
enum Gzip {
    /// Compresses bytes; returns nil if zlib fails, for example for lack of memory.
    ///
    /// - Parameter level: from 1 (fastest) to 9 (smallest).
    static func compressed(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
        var stream = z_stream()
        // 15 is the largest window; adding 16 selects the gzip header and checksum.
        let state = deflateInit2_(
            &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            CInt(MemoryLayout<z_stream>.size))
        guard state == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let most = Int(deflateBound(&stream, uLong(bytes.count)))
        var input = bytes
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
            input.withUnsafeMutableBufferPointer { source in
                stream.next_in = source.baseAddress
                stream.avail_in = uInt(source.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = uInt(buffer.count)
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            filled = Int(stream.total_out)
        }
        return isWhole ? output : nil
    }
}
