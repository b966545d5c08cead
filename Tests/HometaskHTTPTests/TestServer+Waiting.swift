// SPDX-License-Identifier: Apache-2.0

extension TestServer {
    /// Waits for something that happens in the background, for two minutes at most.
    ///
    /// - Returns: whether it has happened.
    static func eventually(_ isSo: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<2400 {
            if try await isSo() { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }
}
