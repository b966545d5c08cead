// SPDX-License-Identifier: Apache-2.0

/// Keeps a family's repository small and quick to read, in a process of its own, which gives way to others.
public protocol UpkeepRunner: Sendable {
    /// Packs the history of a family, unless its device's settings leave that to people.
    ///
    /// - Parameter family: the family's folder.
    /// - Returns: why it failed, in one sentence; nil if it did not, or if another process is doing it.
    func runUpkeep(of family: String) async -> String?
}
