// SPDX-License-Identifier: Apache-2.0

/// Counts inputs by how far they get: a fuzzer whose inputs are all refused early finds nothing.
enum Tally {
    // Single-threaded, like `Target.chosen`.
    nonisolated(unsafe) private static var counts: [(name: String, count: Int)] = []

    static func count(_ name: String) {
        if let index = counts.firstIndex(where: { $0.name == name }) {
            counts[index].count += 1
        } else {
            counts.append((name, 1))
        }
    }

    static var line: String { counts.map { "\($0.count) \($0.name)" }.joined(separator: ", ") }
}
