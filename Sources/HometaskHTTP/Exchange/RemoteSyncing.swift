// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import ServiceLifecycle

/// Syncs a family with its remote: soon after each change, and every few minutes.
struct RemoteSyncing: Service {
    let family: ServedFamily
    /// The number of seconds between periodic syncs.
    let interval: Int
    let log: RequestLog

    /// The debounce delay after a change, so that ticking items on a shopping trip does not push once per item.
    private static let patience = Duration.seconds(2)

    private enum Occasion {
        case change
        case time
    }

    /// The version after the last sync, and the failure of that sync; nil if it succeeded.
    private struct Outcome {
        var version: String?
        var failure: String?
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            let (occasions, continuation) = AsyncStream.makeStream(
                of: Occasion.self, bufferingPolicy: .bufferingNewest(1))
            await withDiscardingTaskGroup { group in
                group.addTask { await waitForChanges { continuation.yield(.change) } }
                group.addTask {
                    while !Task.isCancelled {
                        continuation.yield(.time)
                        try? await Task.sleep(for: .seconds(interval))
                    }
                    continuation.finish()
                }
                var last = Outcome()
                for await occasion in occasions {
                    if occasion == .change { try? await Task.sleep(for: Self.patience) }
                    if !Task.isCancelled { last = await sync(on: occasion, after: last) }
                }
            }
        }
    }

    private func waitForChanges(_ body: () -> Void) async {
        while !Task.isCancelled {
            do {
                for try await _ in try await family.replica.changes() { body() }
            } catch {
                try? await Task.sleep(for: .seconds(5))
            }
        }
    }

    private func sync(on occasion: Occasion, after last: Outcome) async -> Outcome {
        do {
            if occasion == .change, last.failure == nil, try await version() == last.version { return last }
            guard try await !family.replica.remotes().isEmpty else { return Outcome(version: try await version()) }
            let report = try await family.replica.sync(.both, remote: nil) { _ in }
            if report.received + report.sent > 0 || last.failure != nil {
                log.remark("synced: received \(report.received), sent \(report.sent)")
            }
            return Outcome(version: try await version())
        } catch {
            let failure = "\(error)"
            if failure != last.failure { log.fault("the family cannot be synced: \(failure)") }
            return Outcome(version: last.version, failure: failure)
        }
    }

    private func version() async throws -> String { try await family.replica.read { $0.version } }
}
