// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskMerging
import HometaskPlatform
import HometaskReplica
import HometaskSystem

/// The device that this repository is, and the actor that it writes as.
///
/// Invariant: no two repositories write as one actor. The actor is used only while all of this holds: the machine, the
/// folder's real path and its inode are those where the actor was drawn; HEAD descends from the last commit that was
/// announced under the actor; and no branch here or at a remote knows more events of the actor than were announced.
/// Otherwise (a copied folder, a restored backup, a branch moved back) a new actor is drawn. A commit is announced
/// here, durably, before the branch moves to it. A disk that was restored to an older state cannot know what was
/// announced after that state; `ForkSearch` detects this when the lines meet.
struct DeviceIdentity: Hashable, Sendable {
    /// The id of the device's document.
    var device: DocumentID
    /// The actor of the device's writes.
    var actor: ActorID
    /// The member the device writes for.
    var member: DocumentID?
    /// The last commit announced under this actor.
    var announced: ObjectID?
    /// The checked tips of branches, which know no more events of the actor than the announced commit.
    var checkedTips: Set<ObjectID> = []
    /// Whether the device's document names the actor and the member, in the announced commit or an earlier one.
    var isDeclared = false
    /// The initial name for the device's document.
    var name: String
    /// The place where the actor was drawn.
    var place: MachineFolder

    static let localName = "device.json"

    init(named name: String, at place: MachineFolder, from entropy: Entropy) {
        var generator = entropy
        device = DocumentID.random(using: &generator)
        actor = ActorID.random(using: &generator)
        self.name = name
        self.place = place
    }

    /// The same device with a new actor.
    func withNewActor(at place: MachineFolder, from entropy: Entropy) -> DeviceIdentity {
        var generator = entropy
        var identity = self
        identity.actor = ActorID.random(using: &generator)
        identity.announced = nil
        identity.checkedTips = []
        identity.isDeclared = false
        // A folder that was copied to another machine or place is another device of the same member.
        if place.machine != self.place.machine || place.inode != self.place.inode {
            identity.device = DocumentID.random(using: &generator)
        }
        identity.place = place
        return identity
    }

    var bytes: [UInt8] {
        var object: JSONObject = [
            "actor": .string(actor.text), "declared": .bool(isDeclared), "device": .string(device.description),
            "inode": .string(String(place.inode)), "machine": .string(place.machine), "name": .string(name),
            "path": .string(place.path),
        ]
        object["announced"] = announced.map { .string($0.description) }
        if !checkedTips.isEmpty { object["vouched"] = .array(checkedTips.sorted().map { .string($0.description) }) }
        object["member"] = member.map { .string($0.description) }
        return object.canonicalBytes()
    }

    init?(_ bytes: [UInt8]) {
        guard let object = (try? JSON.parse(bytes))?.objectValue,
            let device = object["device"]?.stringValue.flatMap({ DocumentID($0) }),
            let actor = object["actor"]?.stringValue.flatMap({ ActorID($0) }),
            let inode = object["inode"]?.stringValue.flatMap({ UInt64($0) }),
            let machine = object["machine"]?.stringValue, let path = object["path"]?.stringValue
        else { return nil }
        self.device = device
        self.actor = actor
        member = object["member"]?.stringValue.flatMap { DocumentID($0) }
        announced = object["announced"]?.stringValue.flatMap { ObjectID(hex: $0) }
        checkedTips = Set(
            (object["vouched"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap { ObjectID(hex: $0) } })
        isDeclared = object["declared"] == true
        name = object["name"]?.stringValue ?? ""
        place = MachineFolder(machine: machine, path: path, inode: inode)
    }
}

/// A folder on a machine.
struct MachineFolder: Hashable, Sendable {
    /// The machine's id: `/etc/machine-id` if it exists, otherwise the host name.
    let machine: String
    /// The folder's real path.
    let path: String
    /// The folder's inode, which distinguishes it from a copy that was put at the same path.
    let inode: UInt64

    init(machine: String, path: String, inode: UInt64) {
        self.machine = machine
        self.path = path
        self.inode = inode
    }

    /// The place of a git directory.
    ///
    /// - Parameter machine: the machine's id; its own by default.
    init(of folder: String, on machine: String? = nil) throws {
        var status = stat()
        guard stat(folder, &status) == 0, let real = realpath(folder, nil) else {
            throw FileError(folder, "read", number: errno).replicaError
        }
        defer { free(real) }
        self.machine = machine ?? Self.machineID()
        path = String(cString: real)
        inode = UInt64(status.st_ino)
    }

    private static func machineID() -> String {
        if let bytes = try? WholeFile.read("/etc/machine-id", limit: 4096), !bytes.isEmpty {
            return String(decoding: bytes.prefix { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
        }
        return hostName()
    }

    static func hostName() -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "device" }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? "device" : String(decoding: bytes, as: UTF8.self)
    }
}

extension DeviceIdentity {
    /// Names the device to the family, if no commit has done so since the actor was drawn or the member changed.
    ///
    /// - Returns: false if the device's document cannot be read: the first change after it is restored declares the
    ///   device.
    func declare(in transaction: Transaction) throws -> Bool {
        if isDeclared { return true }
        return try transaction.devices.declare(device, named: name, of: member, writingAs: actor)
    }

    /// Returns whether both identities write as the same actor, and would name the same device to the family.
    func declares(theSameAs other: DeviceIdentity) -> Bool {
        actor == other.actor && place == other.place && device == other.device && member == other.member
            && name == other.name && isDeclared == other.isDeclared
    }
}
