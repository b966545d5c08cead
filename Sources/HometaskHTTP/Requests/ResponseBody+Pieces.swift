// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

extension ResponseBody {
    /// The number of bytes in a piece. A client that reads one within the time limit for reading keeps its connection.
    private static let piece = 128 << 10

    /// A body sent in pieces with back-pressure: each waits until the client has read the preceding ones.
    ///
    /// - Parameter holder: an object that is retained until the last piece is being sent, or the connection has ended.
    static func inPieces(
        _ bytes: ArraySlice<UInt8>, to context: PhoneContext, holding holder: (any Sendable)? = nil
    ) -> ResponseBody {
        if bytes.count <= piece { return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)) }
        let channel = context.channel
        return ResponseBody(contentLength: bytes.count) { writer in
            defer { withExtendedLifetime(holder) {} }
            for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: piece) {
                try await writer.write(ByteBuffer(bytes: bytes[start..<min(start + piece, bytes.endIndex)]))
                // The event loop writes the piece later. Only then does the writer learn that the connection is full;
                // without waiting for that, all pieces would be queued at once.
                try await channel.eventLoop.submit {}.get()
            }
            try await writer.finish(nil)
        }
    }
}
