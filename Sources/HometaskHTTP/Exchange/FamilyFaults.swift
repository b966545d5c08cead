// SPDX-License-Identifier: Apache-2.0

/// The failures to read or write a family, for the server's log. Phones receive fewer details, and no file paths.
struct FamilyFaults: Sendable {
    /// The stream of faults, read by the log writer. The last 100 unread ones are buffered.
    let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(100))
    }

    func report(_ fault: String) { continuation.yield(fault) }
}
