// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica
import HometaskTerminal

/// `hometask leave`: removes this device from a family.
struct LeaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave", _superCommandName: "hometask",
        abstract: "Remove this device's copy of the family.",
        discussion: """
            First checks with the remote, lists what is not yet synced, and asks for confirmation; without a \
            terminal it does nothing unless --yes is given. If it is interrupted, run it again. The other devices \
            and the remote keep everything. Files in the folder that do not belong to the family are kept.
            """)

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Leave without confirmation, even if something is not synced.")
    var yes = false

    func run() async throws {
        let environment = CommandEnvironment.running
        let named = global.directory ?? environment.variables["HOMETASK_DIR"] ?? ""
        let folder = named.isEmpty ? environment.folder : environment.absolute(named)
        if let removal = FamilyRemoval(cutShortIn: folder) {
            return try report(removal.finish(), in: folder, name: "the family", to: environment.output(global))
        }
        let session = try await FamilySession.open(global)
        let removal = try FamilyRemoval(session.replica)
        let losses = try await Self.losses(of: session, asksRemote: !yes)
        for loss in losses { session.output.remark("warning: \(loss)") }
        let name = session.directory.family?.name ?? "the family"
        if !yes {
            let question = "Remove this device's copy of ‘\(name)’ in \(session.replica.folder)?"
            guard Question(session.environment).confirms(question) else {
                throw ReplicaError(
                    .unconfirmed, "nothing was removed: leaving ‘\(name)’ needs confirmation",
                    hint: losses.isEmpty
                        ? "Confirm with 'hometask leave --yes'."
                        : "Run 'hometask sync' first, or use 'hometask leave --yes' to discard what is not synced.")
            }
        }
        let documents = try await session.replica.read { try FamilyRemoval.documents(in: $0) }
        let settings = try await SettingStore.open(global)
        if settings.value(of: .defaultFamily, at: .user) == session.replica.folder {
            try await settings.set(.defaultFamily, to: nil, at: .user)
        }
        let kept = try await removal.remove(documents, listingIn: session.replica)
        try report(kept, in: session.replica.folder, name: "‘\(name)’", to: session.output)
    }

    /// Reports that the device has left, and which files were kept.
    private func report(_ kept: [String], in folder: String, name: String, to output: Output) throws {
        try output.say("This device has left \(name).")
        if kept.isEmpty { return }
        try output.say("Kept in \(folder), because they do not belong to the family:")
        try output.print(kept.prefix(20).map { "  \(EscapedText.safe($0))" })
        if kept.count > 20 { try output.say("  … and \(kept.count - 20) more") }
    }

    /// Returns the changes that would be lost, compared with the remote's current state or, if it is unreachable, with
    /// its state at the last sync.
    private static func losses(of session: FamilySession, asksRemote: Bool) async throws -> [String] {
        let status = try await session.replica.status()
        var losses: [String] = []
        if let remote = status.remote {
            var distance = status.distance
            if asksRemote {
                do {
                    distance = try await session.replica.distanceNow(timeout: session.settings.timeout)
                } catch let error as ReplicaError where error.code != .interrupted && error.code != .terminated {
                    losses.append("\(error.message); this is based on its state at the last sync")
                }
            }
            if let distance {
                if distance.ahead > 0 {
                    losses.append("not yet sent to \(remote.name): \(SyncFormatter.count(distance.ahead, "change"))")
                }
            } else {
                losses.append("\(remote.name) has nothing of this family")
            }
            let photos = try await session.replica.waitingPhotos().count
            if photos > 0 { losses.append("not yet sent to \(remote.name): \(SyncFormatter.count(photos, "photo"))") }
        } else {
            losses.append("there is no remote: this may be the only copy of the family's data")
        }
        if !status.handEdited.isEmpty {
            losses.append("\(SyncFormatter.count(status.handEdited.count, "file")) edited by hand, not yet committed")
        }
        return losses
    }
}
