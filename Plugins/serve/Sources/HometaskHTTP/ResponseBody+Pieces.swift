// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

extension ResponseBody {
    /// The number of bytes that are sent at once. Whoever takes these within the time for that is not taken for one who
    /// takes nothing.
    private static let piece = 128 << 10

    /// A body that is sent piece by piece, each when the other end has taken the ones before.
    ///
    /// - Parameter holder: what is kept until the last piece is on its way, or the connection has ended.
    static func inPieces(
        _ bytes: [UInt8], to context: PhoneContext, holding holder: (any Sendable)? = nil
    ) -> ResponseBody {
        if bytes.count <= piece { return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)) }
        let channel = context.channel
        return ResponseBody(contentLength: bytes.count) { writer in
            defer { withExtendedLifetime(holder) {} }
            for start in stride(from: 0, to: bytes.count, by: piece) {
                try await writer.write(ByteBuffer(bytes: bytes[start..<min(start + piece, bytes.count)]))
                // The event loop writes the piece after this call. Until it has, it cannot tell that the connection takes
                // no more, and all pieces would be written at once.
                try await channel.eventLoop.submit {}.get()
            }
            try await writer.finish(nil)
        }
    }
}
