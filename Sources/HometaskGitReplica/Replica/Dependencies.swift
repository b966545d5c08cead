// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit

/// The environment of a replica, all of it replaceable: with its own clock, machine and source of randomness, a test
/// reproduces a history, including its commit ids.
struct Dependencies: Sendable {
    /// The current time, recorded in new commits.
    let clock: @Sendable () -> Timestamp
    /// The machine's id, if it should not be read from the system.
    let machine: String?
    /// The source of new ids and actors.
    let entropy: Entropy
    /// Finds the git for exchanges with remotes, with a stall timeout in seconds; zero for no limit.
    let findGit: @Sendable (_ timeout: Int) throws(TransportError) -> InstalledGit
}

/// A source of random bits for ids and actors.
struct Entropy: RandomNumberGenerator, Sendable {
    let draw: @Sendable () -> UInt64

    func next() -> UInt64 { draw() }
}
