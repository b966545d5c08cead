// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A limit of wrong guesses for each network, or account: some at once, then one now and then.
///
/// A network is given by its names, the narrowest first: whoever has a wide one, such as all addresses that begin with 48
/// bits, has many narrow ones. Each name has a limit of its own, which for each wider one is eight times as high.
///
/// It is kept in memory, in bounded space: if there is no room for a name, its guesses are counted for the wider ones
/// alone, and if there is room for none, the networks that it does not know share one limit.
public struct GuessLimit: Sendable {
    private let burst: Int64
    /// The number of milliseconds for each further guess.
    private let interval: Int64
    private let capacity: Int
    /// When all guesses of a name will be forgotten, in milliseconds (the generic cell rate algorithm, ITU-T I.371).
    private var forgotten: [String: Int64] = [:]

    /// The name under which networks are counted for which there is no room.
    private static let others = ""
    /// How many times as high the limit of a name is as that of the next narrower one.
    private static let widening: Int64 = 8

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - burst: the number of wrong guesses that are free.
    ///   - interval: the number of seconds for each further one.
    ///   - capacity: the largest number of names that are counted separately.
    public init(burst: Int = 10, interval: Int64 = 60, capacity: Int = 10_000) {
        (self.burst, self.interval, self.capacity) = (Int64(burst), interval * 1000, capacity)
    }

    /// The number of seconds until a network may guess again; 0 if it may now.
    public func wait(of network: [String], at now: Timestamp) -> Int64 {
        counters(of: network).map { wait(of: $0.name, level: $0.level, at: now) }.max() ?? 0
    }

    /// The number of seconds until the network with the narrowest name may guess again, whatever others do that share a
    /// wider name or have no limit of their own; 0 if it may now.
    public func ownWait(of network: [String], at now: Timestamp) -> Int64 {
        network.first.map { wait(of: $0, level: 0, at: now) } ?? 0
    }

    /// Counts a wrong guess.
    public mutating func count(_ network: [String], at now: Timestamp) {
        if isFull, network.contains(where: { forgotten[$0] == nil }) {
            forgotten = forgotten.filter { $0.value > Self.milliseconds(now) }
        }
        // The widest name gets its place first: it stands for most.
        for name in network.reversed() where forgotten[name] == nil && !isFull { forgotten[name] = 0 }
        for (level, name) in counters(of: network) {
            forgotten[name] = max(forgotten[name] ?? 0, Self.milliseconds(now)) + interval(at: level)
        }
    }

    /// Counts something that a network does, right or wrong, if it may do it now.
    ///
    /// - Returns: the number of seconds to wait instead; 0 if it was counted.
    public mutating func countAttempt(_ network: [String], at now: Timestamp) -> Int64 {
        let wait = wait(of: network, at: now)
        if wait == 0 { count(network, at: now) }
        return wait
    }

    /// Forgets one guess that was counted before it was looked at, since it was right.
    public mutating func takeBack(_ network: [String]) {
        for (level, name) in counters(of: network) {
            let interval = interval(at: level)
            forgotten[name]? -= interval
        }
    }

    private var isFull: Bool { forgotten.count >= capacity }

    /// The names under which a network is counted, with how many narrower ones each has.
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
