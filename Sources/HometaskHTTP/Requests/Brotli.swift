// SPDX-License-Identifier: Apache-2.0

import CBrotli

/// Brotli compression (RFC 7932), for content compressed once and sent often.
enum Brotli {
    /// The maximum input size for the highest quality; a larger input would keep the client waiting too long. The page
    /// is smaller in every language.
    private static let most = 96 << 10
    /// The quality for larger inputs: output as small as gzip's best level, and faster.
    private static let fast: CInt = 5

    /// Compresses bytes; returns nil if brotli fails, for example for lack of memory.
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
