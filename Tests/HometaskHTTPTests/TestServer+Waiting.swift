// SPDX-License-Identifier: Apache-2.0

extension TestServer {
    /// Waits until a condition holds, for at most two minutes.
    ///
    /// - Returns: whether the condition holds.
    static func eventually(_ isSo: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<2400 {
            if try await isSo() { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }
}
