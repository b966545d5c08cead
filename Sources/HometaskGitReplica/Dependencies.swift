// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit

/// The environment of a replica, all of it replaceable: with its own clock, machine and source of randomness, a test
/// reproduces a history down to the ids of its commits.
struct Dependencies: Sendable {
    /// The time now, which new commits record.
    let clock: @Sendable () -> Timestamp
    /// The machine's id, if it should not be read from the system.
    let machine: String?
    /// Where new ids and actors come from.
    let entropy: Entropy
    /// The git that carries commits to and from remotes, which may be silent for so many seconds; zero for any time.
    let findGit: @Sendable (_ timeout: Int) throws(TransportError) -> InstalledGit
}

/// A source of random bits that ids and actors are drawn from.
struct Entropy: RandomNumberGenerator, Sendable {
    let draw: @Sendable () -> UInt64

    func next() -> UInt64 { draw() }
}
