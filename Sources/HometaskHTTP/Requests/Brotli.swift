// SPDX-License-Identifier: Apache-2.0

import CBrotli

/// Compression by brotli (RFC 7932), for what is compressed once and sent often.
enum Brotli {
    /// The largest input that is compressed as small as brotli can: more of it would keep whoever asks waiting. The page in
    /// any of its languages is smaller.
    private static let most = 96 << 10
    /// The quality for more than that: as small as gzip at its best, and sooner.
    private static let fast: CInt = 5

    /// The compressed bytes; nil if brotli fails, as without memory.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        let quality = bytes.count <= most ? BROTLI_MAX_QUALITY : fast
        var size = BrotliEncoderMaxCompressedSize(bytes.count)
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            isWhole =
                BrotliEncoderCompress(
                    quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.count, bytes, &size, buffer.baseAddress)
                == BROTLI_TRUE
            filled = isWhole ? size : 0
        }
        return isWhole ? output : nil
    }
}
