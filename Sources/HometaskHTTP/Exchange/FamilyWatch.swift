// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import ServiceLifecycle

/// Announces changes to a family, from any source, to its phones, and logs failures.
struct FamilyWatch: Service {
    let family: ServedFamily
    /// The upkeep service, which is notified of each change; nil if there is none.
    let upkeep: FamilyUpkeep?
    let log: RequestLog

    func run() async throws {
        await cancelWhenGracefulShutdown {
            async let logging: Void = logFaults()
            await announceChanges()
            await logging
        }
    }

    private func logFaults() async {
        for await fault in family.faults.stream { log.fault(fault) }
    }

    private func announceChanges() async {
        while !Task.isCancelled {
            do {
                for try await change in try await family.replica.changes() {
                    await family.streams.announce(change.version)
                    upkeep?.noteChange()
                }
            } catch {
                log.fault("the family cannot be watched: \(error)")
                try? await Task.sleep(for: .seconds(5))
            }
        }
    }
}
