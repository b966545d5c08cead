// SPDX-License-Identifier: Apache-2.0

import CBrotli

/// Compression by brotli (RFC 7932), for what is compressed once and sent often.
enum Brotli {
    /// The bytes compressed as small as brotli makes them; nil if it fails, as without memory.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var size = BrotliEncoderMaxCompressedSize(bytes.count)
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            isWhole =
                BrotliEncoderCompress(
                    BROTLI_MAX_QUALITY, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.count, bytes, &size,
                    buffer.baseAddress) == BROTLI_TRUE
            filled = isWhole ? size : 0
        }
        return isWhole ? output : nil
    }
}
