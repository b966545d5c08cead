// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A rate limit on wrong guesses per network or account: a burst, then one guess per interval.
///
/// A network is identified by its names, narrowest first, because the holder of a wide network, such as a 48-bit
/// prefix, controls many narrow ones. Each name has its own limit, which is eight times as high at each wider level.
///
/// The state is kept in memory, in bounded space: if there is no room for a name, only the network's wider names are
/// counted; if there is no room for any of them, all such networks share one limit.
public struct GuessLimit: Sendable {
    private let burst: Int64
    /// The number of milliseconds per guess after the burst.
    private let interval: Int64
    private let capacity: Int
    /// The time at which all guesses of a name expire, in milliseconds (the generic cell rate algorithm, ITU-T I.371).
    private var forgotten: [String: Int64] = [:]

    /// The shared name of all networks for which there is no room.
    private static let others = ""
    /// The ratio of a name's limit to that of the next narrower name.
    private static let widening: Int64 = 8

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - burst: the number of wrong guesses permitted without waiting.
    ///   - interval: the number of seconds per further guess.
    ///   - capacity: the maximum number of names that are counted separately.
    public init(burst: Int = 10, interval: Int64 = 60, capacity: Int = 10_000) {
        (self.burst, self.interval, self.capacity) = (Int64(burst), interval * 1000, capacity)
    }

    /// Returns the number of seconds until a network may guess again; 0 if it may guess now.
    public func wait(of network: [String], at now: Timestamp) -> Int64 {
        counters(of: network).map { wait(of: $0.name, level: $0.level, at: now) }.max() ?? 0
    }

    /// Returns the number of seconds until the network with the narrowest name may guess again, regardless of other
    /// networks that share a wider name or have no limit of their own; 0 if it may guess now.
    public func ownWait(of network: [String], at now: Timestamp) -> Int64 {
        network.first.map { wait(of: $0, level: 0, at: now) } ?? 0
    }

    /// Counts a wrong guess.
    public mutating func count(_ network: [String], at now: Timestamp) {
        if isFull, network.contains(where: { forgotten[$0] == nil }) {
            forgotten = forgotten.filter { $0.value > Self.milliseconds(now) }
        }
        // Room is given to the widest name first, because it covers the most networks.
        for name in network.reversed() where forgotten[name] == nil && !isFull { forgotten[name] = 0 }
        for (level, name) in counters(of: network) {
            forgotten[name] = max(forgotten[name] ?? 0, Self.milliseconds(now)) + interval(at: level)
        }
    }

    /// Counts an attempt by a network, right or wrong, if an attempt is allowed now.
    ///
    /// - Returns: the number of seconds to wait; 0 if the attempt was counted.
    public mutating func countAttempt(_ network: [String], at now: Timestamp) -> Int64 {
        let wait = wait(of: network, at: now)
        if wait == 0 { count(network, at: now) }
        return wait
    }

    /// Uncounts a guess that was counted before it was checked and turned out to be right.
    public mutating func takeBack(_ network: [String]) {
        for (level, name) in counters(of: network) {
            let interval = interval(at: level)
            forgotten[name]? -= interval
        }
    }

    private var isFull: Bool { forgotten.count >= capacity }

    /// Returns the names under which a network is counted, each with its level: the number of narrower names.
    private func counters(of network: [String]) -> [(level: Int, name: String)] {
        let known = network.enumerated().filter { forgotten[$0.element] != nil }
        return known.isEmpty && isFull ? [(0, Self.others)] : known.map { ($0.offset, $0.element) }
    }

    private func wait(of name: String, level: Int, at now: Timestamp) -> Int64 {
        let free = (burst * Self.factor(at: level) - 1) * interval(at: level)
        let wait = (forgotten[name] ?? 0) - Self.milliseconds(now) - free
        return max(0, (wait + 999) / 1000)
    }

    private func interval(at level: Int) -> Int64 { max(1, interval / Self.factor(at: level)) }

    private static func factor(at level: Int) -> Int64 { (0..<level).reduce(1) { factor, _ in factor * widening } }

    private static func milliseconds(_ time: Timestamp) -> Int64 { time.seconds * 1000 }
}
