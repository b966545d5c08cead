// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A limit of wrong guesses for each network, or account: some at once, then one now and then.
///
/// It is kept in memory, in bounded space: if more networks guess than it can hold, those it does not know share one
/// limit.
public struct GuessLimit: Sendable {
    private let burst: Int64
    private let interval: Int64
    private let capacity: Int
    /// When all guesses of a network will be forgotten, in seconds (the generic cell rate algorithm, ITU-T I.371).
    private var forgotten: [String: Int64] = [:]

    /// The name under which networks are counted for which there is no room.
    private static let others = ""

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - burst: the number of wrong guesses that are free.
    ///   - interval: the number of seconds for each further one.
    ///   - capacity: the largest number of networks that are counted separately.
    public init(burst: Int = 10, interval: Int64 = 60, capacity: Int = 10_000) {
        (self.burst, self.interval, self.capacity) = (Int64(burst), interval, capacity)
    }

    /// The number of seconds until a network may guess again; 0 if it may now.
    public func wait(of network: String, at now: Timestamp) -> Int64 {
        let end = forgotten[forgotten[network] == nil && isFull ? Self.others : network] ?? 0
        return max(0, end - now.seconds - (burst - 1) * interval)
    }

    /// Counts a wrong guess.
    public mutating func count(_ network: String, at now: Timestamp) {
        if forgotten[network] == nil, isFull { forgotten = forgotten.filter { $0.value > now.seconds } }
        let name = forgotten[network] == nil && isFull ? Self.others : network
        forgotten[name] = max(forgotten[name] ?? 0, now.seconds) + interval
    }

    /// Counts something that a network does, right or wrong, if it may do it now.
    ///
    /// - Returns: the number of seconds to wait instead; 0 if it was counted.
    public mutating func countAttempt(_ network: String, at now: Timestamp) -> Int64 {
        let wait = wait(of: network, at: now)
        if wait == 0 { count(network, at: now) }
        return wait
    }

    /// Forgets one guess that was counted before it was looked at, since it was right.
    public mutating func takeBack(_ network: String) {
        forgotten[forgotten[network] == nil && isFull ? Self.others : network]? -= interval
    }

    private var isFull: Bool { forgotten.count >= capacity }
}
