// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskQueries
import HometaskReplica

/// All checks of `hometask doctor`: anything that another command would report as a problem is a finding here.
struct FamilyExamination {
    let session: FamilySession
    /// Whether to repair what can be repaired.
    let repairs: Bool

    init(_ session: FamilySession, repairs: Bool) {
        self.session = session
        self.repairs = repairs
    }

    /// Returns the findings, those about the repository first.
    func findings() async throws -> [Finding] {
        let repository = try await session.replica.examine(repairs: repairs)
        let isWritable = !repository.contains { $0.subject == "disk" && $0.severity == .problem }
        return try await repository + familyFindings(mends: repairs && isWritable) + deviceFindings()
            + PhoneExamination(session: session).findings()
    }

    /// Returns the findings about combinations of documents: each may be valid by itself but contradict another.
    private func familyFindings(mends: Bool) async throws -> [Finding] {
        let directory = session.directory
        let rings = directory.ringPaths
        if mends, !rings.isEmpty {
            try await session.write(command: "doctor") { try $0.mergeSettling.settle(changed: rings) }
        }
        let read = try await session.replica.read { reader in
            try TaskDependencies(reading: reader).findings(reading: reader)
                + directory.categoryFindings(reading: reader) + directory.zoneFindings(reading: reader)
                + directory.leaverFindings(reading: reader)
        }
        return try await directory.mergeFindings(isMended: mends) + directory.namesakeFindings + read
            + session.views.all().compactMap(\.finding) + statusFindings()
    }

    /// Returns the findings about conflicts, and about changes that the remote does not have.
    private func statusFindings() async throws -> [Finding] {
        let status = try await session.replica.status()
        let count = status.conflicted.count
        let lag = [SyncLag.finding(status, at: session.now)].compactMap(\.self)
        guard count > 0 else { return lag }
        return lag + [
            Finding(
                .advice, "conflicts", message: "\(SyncFormatter.count(count, "document")) with conflicting edits",
                hint: "'hometask conflicts' shows them.")
        ]
    }

    /// Returns the findings about this device: its member, its settings and its plugins.
    private func deviceFindings() async throws -> [Finding] {
        var findings: [Finding] = []
        if session.member == nil {
            findings.append(
                Finding(
                    .advice, "you", message: "no member is set for this device",
                    hint: "Set one with 'hometask me NAME'."))
        }
        findings += try await SettingStore(session).findings
        return findings + pluginFindings()
    }

    /// Returns the findings about plugins that the user wants but that do not run.
    private func pluginFindings() -> [Finding] {
        guard let host = session.environment.plugins() else { return [] }
        if let fault = host.decisions.fault {
            return [Finding(.problem, "plugins", message: fault.message, hint: fault.hint)]
        }
        return host.known().compactMap { plugin in
            Self.reason(plugin.state).map { reason in
                Finding(
                    .advice, "plugin", message: "\(plugin.id) does not run: \(reason)",
                    hint: "See 'hometask plugin show \(plugin.id)'.")
            }
        }
    }

    /// Returns why a plugin does not run; nil if it runs or is not wanted.
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
