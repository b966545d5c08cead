// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import ServiceLifecycle

/// Tells a family's phones that something has changed, whoever has changed it, and the log what has failed.
struct FamilyWatch: Service {
    let family: ServedFamily
    /// Hears of it as well; nil if nothing keeps the repository small.
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
