// SPDX-License-Identifier: Apache-2.0

/// The number of bytes of photos sent at a time: about twenty seconds' worth. An interruption loses no more than that,
/// and a fast line is not slowed down by frequent requests to the remote.
struct PortionSize {
    /// The size of the next portion.
    private(set) var bytes = 8 << 20
    private let largest: Int
    private static let smallest = 1 << 20
    /// The target duration of a portion.
    private static let aim = Duration.seconds(20)
    /// The maximum factors by which the next portion may be larger or smaller. If a portion has fewer than a hundred
    /// objects, git's receiving side stores loose files, compressed again, which takes longer than sending them
    /// (git-config(1), `receive.unpackLimit`). The second portion is therefore a large one if the line is fast enough.
    private static let (growth, shrinkage) = (16, 4)

    /// The size of the first portion for an address.
    init(for address: String) {
        // Proxies in front of web servers often refuse a request of a hundred megabytes.
        largest = address.hasPrefix("http") ? 64 << 20 : 1 << 30
    }

    /// Adapts the size to the time that a portion took. A portion that was sent quickly never makes the next one
    /// smaller, even if it was small itself.
    mutating func adapt(afterSending sent: Int, in time: Duration) {
        let wanted = time <= .zero ? .greatestFiniteMagnitude : Double(sent) * (Self.aim / time)
        if time < Self.aim, wanted < Double(bytes) { return }
        let limits = Double(max(bytes / Self.shrinkage, Self.smallest))...Double(min(bytes * Self.growth, largest))
        bytes = Int(min(max(wanted, limits.lowerBound), limits.upperBound))
    }
}
