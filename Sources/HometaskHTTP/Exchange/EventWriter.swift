// SPDX-License-Identifier: Apache-2.0

import AsyncAlgorithms
import Hummingbird
import ServiceLifecycle

/// Writes a phone's event stream (server-sent events, HTML Living Standard 9.2): an event for each new version, and
/// periodic comments as keep-alives.
struct EventWriter {
    let stream: EventStreams.Stream
    /// Whether the phone is still signed in, and its member is in the family as of `version`; nil for the current
    /// version.
    let isSignedIn: @Sendable (_ version: String?) async throws -> Bool

    /// The interval between keep-alive comments.
    static let pause = Duration.seconds(25)

    private enum Part: Sendable {
        case version(String)
        case comment
        case end
    }

    func writeEvents(to writer: inout any ResponseBodyWriter) async throws {
        let comments = AsyncTimerSequence(interval: Self.pause, clock: .continuous).map { _ in Part.comment }
        let versions = chain(stream.map { Part.version($0) }, [Part.end].async)
        let parts = merge(versions, comments).cancelOnGracefulShutdown()
        var latest: String?
        loop: for try await part in parts {
            if case .version(let version) = part { latest = version }
            guard try await isSignedIn(latest) else { break }
            switch part {
            case .end: break loop
            case .version(let version):
                try await writer.write(ByteBuffer(string: "event: change\ndata: \(version)\n\n"))
            case .comment: try await writer.write(ByteBuffer(string: ": still here\n\n"))
            }
        }
        try await writer.finish(nil)
    }
}
