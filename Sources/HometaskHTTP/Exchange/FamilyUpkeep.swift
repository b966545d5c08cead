// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import ServiceLifecycle

/// Runs the upkeep of a family's repository once enough data has been written. Without this service, an occasional
/// change does the most urgent upkeep itself, while a phone waits.
final class FamilyUpkeep: Service {
    private let family: ServedFamily
    private let runner: any UpkeepRunner
    private let log: RequestLog
    private let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(of family: ServedFamily, by runner: any UpkeepRunner, log: RequestLog) {
        (self.family, self.runner, self.log) = (family, runner, log)
    }

    /// Records that the family was changed.
    func noteChange() { continuation.yield() }

    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            var lastFailure: String?
            for await _ in changes { lastFailure = await runIfDue(after: lastFailure) }
        }
    }

    /// Runs the upkeep if enough data has been written, and logs a failure.
    ///
    /// - Parameter lastFailure: the failure of the last run, which is not logged again; nil if it succeeded.
    /// - Returns: the failure of the most recent run; nil if it succeeded.
    func runIfDue(after lastFailure: String?) async -> String? {
        guard family.replica.needsUpkeep() else { return lastFailure }
        let failure = await runner.runUpkeep(of: family.folder)
        if let failure, failure != lastFailure { log.fault("the history cannot be packed: \(failure)") }
        return failure
    }
}
