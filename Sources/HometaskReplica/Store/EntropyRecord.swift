// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Random bits that are drawn once and repeated for every attempt at one change, so that each attempt creates the same
/// ids.
///
/// A superseded attempt has published nothing, so its ids are unused.
package final class EntropyRecord: Sendable {
    private let source: @Sendable () -> UInt64
    private let drawn = Mutex<[UInt64]>([])

    /// - Parameter source: 64 random bits for each call.
    package init(_ source: @escaping @Sendable () -> UInt64) {
        self.source = source
    }

    /// The bits from the beginning.
    package var replayed: Replay { Replay(record: self) }

    /// One attempt's position in the bits.
    package struct Replay: RandomNumberGenerator, Sendable {
        let record: EntropyRecord
        private var position = 0

        fileprivate init(record: EntropyRecord) {
            self.record = record
        }

        package mutating func next() -> UInt64 {
            defer { position += 1 }
            return record.draw(position)
        }
    }

    private func draw(_ position: Int) -> UInt64 {
        drawn.withLock { drawn in
            if position == drawn.count { drawn.append(source()) }
            return drawn[position]
        }
    }
}
