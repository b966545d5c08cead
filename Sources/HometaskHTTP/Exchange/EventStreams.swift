// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit

/// The event streams of the phones that wait for changes to a family.
actor EventStreams {
    /// The maximum number of streams per phone. A new stream beyond it ends the oldest one, because a closed connection
    /// is detected only after a delay.
    static let mostOfPhone = 4
    /// The maximum number of streams per family.
    private let most: Int

    /// A phone's stream, which buffers only the newest unsent version.
    typealias Stream = AsyncStream<String>

    /// The streams of each phone, oldest first.
    private var waiting: [DocumentID: [(key: Int, continuation: Stream.Continuation)]] = [:]
    private var next = 0

    init(most: Int = 10_000) { self.most = most }

    /// Opens a stream of the family's versions, beginning with the given one. A slow reader skips to the newest
    /// version.
    ///
    /// - Throws: ``ServerFault`` if the family has too many streams.
    func stream(for device: DocumentID, beginningWith version: String) throws -> Stream {
        if let own = waiting[device], own.count >= Self.mostOfPhone {
            own[0].continuation.finish()
            remove(own[0].key, of: device)
        }
        guard waiting.values.reduce(0, { $0 + $1.count }) < most else {
            throw ServerFault(.serviceUnavailable, "streams", message: "too many phones are connected", wait: 30)
        }
        let (stream, continuation) = Stream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let key = next
        next += 1
        waiting[device, default: []].append((key, continuation))
        continuation.onTermination = { _ in Task { await self.remove(key, of: device) } }
        continuation.yield(version)
        return stream
    }

    /// Sends a new version to every phone.
    func announce(_ version: String) {
        for (_, continuation) in waiting.values.joined() { continuation.yield(version) }
    }

    /// Ends the streams of a signed-out phone.
    func end(of device: DocumentID) {
        for (_, continuation) in waiting.removeValue(forKey: device) ?? [] { continuation.finish() }
    }

    private func remove(_ key: Int, of device: DocumentID) {
        waiting[device]?.removeAll { $0.key == key }
        if waiting[device]?.isEmpty == true { waiting[device] = nil }
    }
}
