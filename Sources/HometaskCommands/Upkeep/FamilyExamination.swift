// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskQueries
import HometaskReplica

/// Everything that `hometask doctor` looks at: whatever another command would complain of is a finding here.
struct FamilyExamination {
    let session: FamilySession
    /// Whether what can be repaired is repaired.
    let repairs: Bool

    init(_ session: FamilySession, repairs: Bool) {
        self.session = session
        self.repairs = repairs
    }

    /// What was found, the repository first.
    func findings() async throws -> [Finding] {
        let repository = try await session.replica.examine(repairs: repairs)
        let isWritable = !repository.contains { $0.subject == "disk" && $0.severity == .problem }
        return try await repository + familyFindings(mends: repairs && isWritable) + deviceFindings()
    }

    /// What the documents say together: each may be sound, and two of them not fit each other.
    private func familyFindings(mends: Bool) async throws -> [Finding] {
        let directory = session.directory
        let rings = directory.ringPaths
        if mends, !rings.isEmpty {
            _ = try await session.replica.write(command: "doctor") { try $0.mergeSettling.settle(changed: rings) }
        }
        let read = try await session.replica.read { reader in
            try TaskDependencies(reading: reader).findings(reading: reader)
                + directory.categoryFindings(reading: reader) + directory.zoneFindings(reading: reader)
                + directory.leaverFindings(reading: reader)
        }
        return try await directory.mergeFindings(isMended: mends) + directory.namesakeFindings + read
            + session.views().compactMap(\.finding) + conflictFindings()
    }

    private func conflictFindings() async throws -> [Finding] {
        let count = try await session.replica.status().conflicted.count
        guard count > 0 else { return [] }
        return [
            Finding(
                .advice, "conflicts", "\(SyncFormatter.count(count, "document")) with conflicting edits",
                hint: "'hometask conflicts' shows them.")
        ]
    }

    /// What this device has been told: whose it is, its settings and its plugins.
    private func deviceFindings() async throws -> [Finding] {
        var findings: [Finding] = []
        if session.member == nil {
            findings.append(
                Finding(
                    .advice, "you", "no member is set for this device",
                    hint: "Set one with 'hometask me NAME'."))
        }
        findings += try await SettingStore(session).findings
        return findings + pluginFindings()
    }

    /// Plugins that somebody wants and that do not run.
    private func pluginFindings() -> [Finding] {
        guard let host = session.environment.plugins() else { return [] }
        if let fault = host.decisions.fault { return [Finding(.problem, "plugins", fault.message, hint: fault.hint)] }
        return host.known().compactMap { plugin in
            Self.reason(plugin.state).map { reason in
                Finding(
                    .advice, "plugin", "\(plugin.id) does not run: \(reason)",
                    hint: "See 'hometask plugin show \(plugin.id)'.")
            }
        }
    }

    /// Why a plugin does not run; nil if it does, or where nobody wants it to.
    private static func reason(_ state: KnownPlugin.State) -> String? {
        switch state {
        case .enabled, .disabled: nil
        case .changed: "its files have changed since it was enabled"
        case .exposed: "it was enabled with a sandbox, which is no longer available"
        case .setAside: "it failed too often"
        case .broken(let fault): fault
        }
    }
}
