// SPDX-License-Identifier: Apache-2.0

/// How many bytes of photos are sent at a time: as many as take about twenty seconds, so that an interruption costs no
/// more than these, and a fast line is not held up by asking the remote again and again.
struct PortionSize {
    /// The size of the next portion.
    private(set) var bytes = 8 << 20
    private let largest: Int
    private static let smallest = 1 << 20
    /// How long a portion is to take.
    private static let aim = Duration.seconds(20)
    /// How much larger, and how much smaller, the next one is at most. Of fewer than a hundred objects git's receiving
    /// end makes single files, compressed again, which takes longer than sending them (git-config(1),
    /// `receive.unpackLimit`), so the second portion is a large one if the line allows.
    private static let (growth, shrinkage) = (16, 4)

    /// The size of the first portion for an address.
    init(for address: String) {
        // What stands in front of web servers often refuses a hundred megabytes in one request.
        largest = address.hasPrefix("http") ? 64 << 20 : 1 << 30
    }

    /// Takes into account how long a portion took. One that was soon sent makes the next no smaller, however small it
    /// was.
    mutating func adapt(afterSending sent: Int, in time: Duration) {
        let wanted = time <= .zero ? .greatestFiniteMagnitude : Double(sent) * (Self.aim / time)
        if time < Self.aim, wanted < Double(bytes) { return }
        let limits = Double(max(bytes / Self.shrinkage, Self.smallest))...Double(min(bytes * Self.growth, largest))
        bytes = Int(min(max(wanted, limits.lowerBound), limits.upperBound))
    }
}
