// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskReplica
import HometaskTime

/// A family that `init` or `setup` is about to create.
struct FamilyCreation {
    let draft: FamilyDraft
    private let zone: TimeZoneRules
    /// The first members; the first of them uses this device.
    var members: [MemberDraft] = []
    var starter: Starter?
    /// Whether the repository has no files to read and edit.
    var isBare = false

    /// Checks what the user has said of the family.
    ///
    /// - Parameters:
    ///   - zone: the name of a time zone; nil for this machine's.
    ///   - device: this device's name; nil for the machine's.
    /// - Throws: `ReplicaError` if a value is invalid.
    init(
        name: String, email: String? = nil, zone: String? = nil, device: String? = nil,
        in environment: CommandEnvironment
    ) throws {
        do {
            self.zone = try TimeZoneRules(identifier: zone ?? TimeZoneRules.machineIdentifier() ?? "UTC")
        } catch {
            throw ReplicaError(
                .invalidValue, "\(error)", hint: "Name one with --zone, such as --zone Europe/Amsterdam.")
        }
        draft = FamilyDraft(
            name: try FamilyDraft.checkedName(name), zone: self.zone.identifier,
            email: try email.map(EmailAddress.checked),
            device: try device.map(FamilyDraft.checkedDeviceName) ?? environment.machineName)
    }

    /// Returns a new member with this name.
    ///
    /// - Throws: `ReplicaError` if the name is invalid.
    static func member(named name: String) throws -> MemberDraft {
        MemberDraft(name: try FamilyDraft.checkedMemberName(name))
    }

    /// Creates the family in a folder, and opens it.
    ///
    /// - Returns: nil if the family was created but cannot be read now; the error has been reported.
    func make(at path: String, _ global: GlobalOptions) async throws -> FamilySession? {
        let environment = CommandEnvironment.running
        let done = "Created the family ‘\(draft.name)’ in \(environment.shown(path)) (\(draft.zone))."
        return try await NewFamily.open(global.at(path), saying: done) {
            _ = try await environment.provider.create(at: path, isBare: isBare, family: draft, furnish: addDocuments)
        }
    }

    private func addDocuments(_ replica: any DocumentStorage & DeviceStorage) async throws {
        if !members.isEmpty {
            let written = try await replica.write(command: nil) { writer in
                try members.map { try writer.members.add($0) }
            }
            try await replica.setMember(written.result[0])
        }
        switch starter {
        case .chores: _ = try await replica.write(command: nil) { try $0.tasks.addStarter(.chores, zone: zone) }
        case .hunt: _ = try await BuiltInHunt.home.make(in: replica, command: nil)
        case nil: break
        }
    }
}
