// SPDX-License-Identifier: Apache-2.0

/// Keeps a family's repository small and fast to read, in a separate, low-priority process.
public protocol UpkeepRunner: Sendable {
    /// Packs the history of a family, unless its device's settings leave that to people.
    ///
    /// - Parameter family: the family's folder.
    /// - Returns: the failure, in one sentence; nil on success, or if another process is doing it.
    func runUpkeep(of family: String) async -> String?
}
