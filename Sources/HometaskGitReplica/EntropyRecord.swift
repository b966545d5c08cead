// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Random bits that are drawn once and repeated for every attempt at one change, so that each attempt creates the same
/// ids.
///
/// A superseded attempt has published nothing, so nobody knows its ids.
final class EntropyRecord: Sendable {
    private let source: Entropy
    private let drawn = Mutex<[UInt64]>([])

    init(_ source: Entropy) {
        self.source = source
    }

    /// The bits from the beginning.
    var replayed: Replay { Replay(record: self) }

    /// One attempt's position in the bits.
    struct Replay: RandomNumberGenerator, Sendable {
        let record: EntropyRecord
        private var position = 0

        fileprivate init(record: EntropyRecord) {
            self.record = record
        }

        mutating func next() -> UInt64 {
            defer { position += 1 }
            return record.draw(position)
        }
    }

    private func draw(_ position: Int) -> UInt64 {
        drawn.withLock { drawn in
            if position == drawn.count { drawn.append(source.next()) }
            return drawn[position]
        }
    }
}
