// SPDX-License-Identifier: Apache-2.0

/// What has failed when a family could not be read or written, for the server's log. Phones are told less: not where the
/// server keeps its files.
struct FamilyFaults: Sendable {
    /// The faults, for the one who writes them into the log. It keeps the last 100 that nobody has read.
    let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(100))
    }

    func report(_ fault: String) { continuation.yield(fault) }
}
