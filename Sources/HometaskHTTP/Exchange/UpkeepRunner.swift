// SPDX-License-Identifier: Apache-2.0

/// Keeps a family's repository small and fast to read, in a separate, low-priority process.
public protocol UpkeepRunner: Sendable {
    /// Packs a family's history, unless this device's settings disable automatic upkeep.
    ///
    /// - Parameter family: the family's folder.
    /// - Returns: the failure, in one sentence; nil on success, or if another process is already running the upkeep.
    func runUpkeep(of family: String) async -> String?
}
