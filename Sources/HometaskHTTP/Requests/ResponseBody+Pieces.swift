// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

extension ResponseBody {
    /// The chunk size in bytes. A client stays connected as long as it reads one chunk within the read timeout.
    private static let piece = 128 << 10

    /// Creates a body that is sent in chunks with back-pressure: each chunk waits until the client has read the
    /// preceding ones.
    ///
    /// - Parameter holder: an object that is retained until the last chunk is being sent or the connection has ended.
    static func inPieces(
        _ bytes: ArraySlice<UInt8>, to context: PhoneContext, holding holder: (any Sendable)? = nil
    ) -> ResponseBody {
        if bytes.count <= piece { return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)) }
        let channel = context.channel
        return ResponseBody(contentLength: bytes.count) { writer in
            defer { withExtendedLifetime(holder) {} }
            for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: piece) {
                try await writer.write(ByteBuffer(bytes: bytes[start..<min(start + piece, bytes.endIndex)]))
                // The event loop writes the chunk later, and only then does the writer learn that the connection is
                // full. Without this wait, all chunks would be queued at once.
                try await channel.eventLoop.submit {}.get()
            }
            try await writer.finish(nil)
        }
    }
}
