// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit

/// The phones that wait for news of a family, and who tells them.
actor EventStreams {
    /// The largest number of streams of one phone. One more ends its oldest one: a closed connection is noticed late.
    static let mostOfPhone = 4
    /// The largest number of streams of a family.
    static let most = 10_000

    /// A phone's stream: the newest version that it has not been told.
    typealias Stream = AsyncStream<String>

    private var waiting: [Int: (device: DocumentID, continuation: Stream.Continuation)] = [:]
    private var count: [DocumentID: Int] = [:]
    private var next = 0

    /// A stream of the versions of the family, beginning with one. A slow reader misses all but the newest.
    ///
    /// - Throws: ``ServerFault`` if there are too many.
    func stream(for device: DocumentID, beginningWith version: String) throws -> Stream {
        if count[device, default: 0] >= Self.mostOfPhone { endOldest(of: device) }
        guard waiting.count < Self.most else {
            throw ServerFault(.serviceUnavailable, "streams", "too many phones are connected", wait: 30)
        }
        let (stream, continuation) = Stream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let key = next
        next += 1
        waiting[key] = (device, continuation)
        count[device, default: 0] += 1
        continuation.onTermination = { _ in Task { await self.remove(key) } }
        continuation.yield(version)
        return stream
    }

    /// Tells every phone that there is a new version.
    func announce(_ version: String) {
        for (_, continuation) in waiting.values { continuation.yield(version) }
    }

    /// Ends the streams of a phone that was signed out.
    func end(of device: DocumentID) {
        for (key, entry) in waiting where entry.device == device {
            entry.continuation.finish()
            remove(key)
        }
    }

    private func endOldest(of device: DocumentID) {
        guard let key = waiting.filter({ $0.value.device == device }).keys.min() else { return }
        waiting[key]?.continuation.finish()
        remove(key)
    }

    private func remove(_ key: Int) {
        guard let (device, _) = waiting.removeValue(forKey: key) else { return }
        count[device, default: 1] -= 1
        if count[device] == 0 { count[device] = nil }
    }
}
