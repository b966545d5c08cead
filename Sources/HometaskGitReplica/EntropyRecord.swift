// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Random bits that are drawn once and given again to every attempt at one change, which so makes the same ids each
/// time.
///
/// An attempt that was overtaken has published nothing: no id of it is known to anybody.
final class EntropyRecord: Sendable {
    private let source: Entropy
    private let drawn = Mutex<[UInt64]>([])

    init(_ source: Entropy) {
        self.source = source
    }

    /// The bits from the first on.
    var replayed: Replay { Replay(record: self) }

    /// One attempt's way through the bits.
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
