// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging
public import HometaskTime

/// The documents that others refer to by id: members, categories, devices, and the family itself.
public struct FamilyDirectory: Sendable {
    /// The family; nil in a repository whose `family.json` cannot be read.
    public let family: FamilyRecord?
    /// All members, including those who have left.
    public let members: [DocumentID: MemberRecord]
    /// All categories by id, including those in the trash and those that were merged.
    public let categories: [DocumentID: CategoryRecord]
    /// All devices, in the order of their ids.
    public let devices: [DeviceRecord]
    /// Members that were merged into each other on different devices. The one that stays appears here as if it had not
    /// been merged.
    public let memberRings: MergeRings
    /// Categories that were merged into each other on different devices.
    public let categoryRings: MergeRings
    /// For each merged member, the member that now represents it.
    private let stayed: [DocumentID: DocumentID]
    /// The first device that names each actor, as an index.
    private let deviceOfActor: [String: Int]

    /// Reads the directory. Unreadable documents are left out.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        var members: [DocumentID: MemberRecord] = [:]
        var categories: [DocumentID: CategoryRecord] = [:]
        var devices: [DeviceRecord] = []
        try reader.forEachMembers(of: .member) { _, object in
            if let record = MemberRecord(object) { members[record.id] = record }
        }
        try reader.forEachMembers(of: .category) { _, object in
            if let record = CategoryRecord(object) { categories[record.id] = record }
        }
        try reader.forEachMembers(of: .device) { _, object in
            if let record = DeviceRecord(object) { devices.append(record) }
        }
        memberRings = MergeRings(members.values)
        categoryRings = MergeRings(categories.values)
        for id in memberRings.staying { members[id] = members[id]?.staying }
        self.members = members
        self.categories = categories
        self.devices = devices
        stayed = Self.stayed(of: members)
        var named: [String: Int] = [:]
        for (place, device) in devices.enumerated() {
            for actor in device.actors where named[actor] == nil { named[actor] = place }
        }
        deviceOfActor = named
        family = try reader.readableMembers(at: .family).flatMap { FamilyRecord($0) }
    }

    /// The devices that the family has not forgotten, by name.
    public var knownDevices: [DeviceRecord] { devices(areForgotten: false) }

    /// The devices that the family has forgotten, by name.
    public var forgottenDevices: [DeviceRecord] { devices(areForgotten: true) }

    private func devices(areForgotten: Bool) -> [DeviceRecord] {
        devices.filter { $0.isForgotten == areForgotten }
            .sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }

    /// The members who have not left, by name.
    public var activeMembers: [MemberRecord] {
        members.values.filter { !$0.isRemoved }.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }

    /// The categories that are not in the trash, by name.
    public var activeCategories: [CategoryRecord] {
        categories.values.filter { !$0.isDeleted }
            .sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }

    /// Returns the category shown for a task in lists; nil if the task has none, or if its category is in the trash.
    public func shownCategory(_ task: TaskRecord) -> CategoryRecord? {
        task.category.flatMap { categories[$0] }.flatMap { $0.isDeleted ? nil : $0 }
    }

    /// Returns the member that an id currently refers to: for merged members, the remaining one.
    public func current(_ id: DocumentID) -> DocumentID { stayed[id] ?? id }

    /// The end of each chain of merged members. In a ring, one member counts as staying already.
    private static func stayed(of members: [DocumentID: MemberRecord]) -> [DocumentID: DocumentID] {
        var stayed: [DocumentID: DocumentID] = [:]
        for (id, member) in members where member.mergedInto != nil {
            var chain: [DocumentID] = []
            var end = id
            while stayed[end] == nil, chain.count < members.count, let next = members[end]?.mergedInto {
                chain.append(end)
                end = next
            }
            end = stayed[end] ?? end
            for link in chain { stayed[link] = end }
        }
        return stayed
    }

    /// Returns every id by which documents may refer to a member: the member's own, and those of members merged into
    /// that member.
    public func everyID(of member: DocumentID) -> Set<DocumentID> {
        let current = current(member)
        return Set(members.keys.filter { self.current($0) == current }).union([member])
    }

    /// The findings about independent merges that need settling: rings of members or categories that no sync has
    /// settled.
    ///
    /// - Parameter isMended: whether the rings have just been settled.
    public func mergeFindings(isMended: Bool) -> [Finding] {
        let finding = { (names: [String], nouns: String) in
            let list = names.map { Quotation.of($0) }.list(with: "and")
            if isMended {
                return Finding(
                    .mended, "merged \(nouns)",
                    message: "\(list) were merged into each other: \(Quotation.of(names.first ?? "")) stays")
            }
            return Finding(
                .problem, "merged \(nouns)", message: "the \(nouns) \(list) were merged into each other",
                hint: "\(.repair) keeps the first, with what belongs to either.")
        }
        return memberRings.all.map { finding($0.compactMap { members[$0]?.name }, "members") }
            + categoryRings.all.map { finding($0.compactMap { categories[$0]?.name }, "categories") }
    }

    /// The paths of the documents in all rings.
    public var ringPaths: [DocumentPath] {
        memberRings.all.flatMap { $0 }.compactMap { DocumentPath(kind: .member, id: $0) }
            + categoryRings.all.flatMap { $0 }.compactMap { DocumentPath(kind: .category, id: $0) }
    }

    /// Returns findings about categories in the trash to which open tasks belong.
    public func categoryFindings(reading reader: DocumentReader) throws(ReplicaError) -> [Finding] {
        guard categories.values.contains(where: { $0.isDeleted }) else { return [] }
        var counts: [DocumentID: Int] = [:]
        try reader.forEachMembers(of: .task, selecting: ["category", "completion", "deleted", "id"]) { _, members in
            guard let task = TaskRecord(members), task.isOpen, !task.isDeleted, let id = task.category else { return }
            counts[id, default: 0] += 1
        }
        return counts.sorted { $0.key < $1.key }.compactMap { id, count in
            guard let category = categories[id], category.isDeleted else { return nil }
            let tasks = count == 1 ? "1 open task is" : "\(count) open tasks are"
            return Finding(
                .advice, "category", message: "\(tasks) in \(Quotation.of(category.name)), which was deleted",
                hint: "\(.restore(kind: "category", nil)) restores it; \(.listTasksOfCategory) shows them.")
        }
    }

    /// Returns findings about open tasks assigned only to members who have left, usually because of a concurrent
    /// assignment on another device.
    public func leaverFindings(reading reader: DocumentReader) throws(ReplicaError) -> [Finding] {
        guard members.values.contains(where: { $0.isRemoved && $0.mergedInto == nil }) else { return [] }
        var counts: [DocumentID: Int] = [:]
        try reader.forEachMembers(of: .task, selecting: ["assignees", "completion", "deleted", "id"]) { _, fields in
            guard let task = TaskRecord(fields), task.isOpen, !task.isDeleted, !task.assignees.isEmpty else { return }
            let people = Set(task.assignees.map(current))
            guard people.allSatisfy({ members[$0]?.isRemoved == true }) else { return }
            for person in people { counts[person, default: 0] += 1 }
        }
        return counts.sorted { $0.key < $1.key }.compactMap { id, count in
            guard let member = members[id] else { return nil }
            let tasks = count == 1 ? "1 open task is" : "\(count) open tasks are"
            return Finding(
                .advice, "member",
                message: "\(tasks) for \(Quotation.of(member.name)), who was removed, and for nobody else",
                hint:
                    "\(.listTasksOfMember) shows them; \(.assignTask) gives one to another.")
        }
    }

    /// The family's time zone; UTC if it is unknown to this machine. Reads the zone's rules on each access.
    public var zone: TimeZoneRules {
        (try? TimeZoneRules(identifier: family?.zone ?? "UTC")) ?? .utc
    }

    /// Returns a member's name as shown in tasks: `Mia`, `Mia (removed)`, or `someone` if the id is unknown.
    public func name(of id: DocumentID) -> String {
        guard let member = members[current(id)] else { return "someone" }
        return member.isRemoved ? "\(member.name) (removed)" : member.name
    }

    /// Returns the names of the member and the device that an actor writes for; nil if no device names the actor.
    public func author(of actor: ActorID) -> (member: String?, device: String)? {
        guard let device = deviceOfActor[actor.text].map({ devices[$0] }) else { return nil }
        return (member: device.member.map { name(of: $0) }, device: device.name)
    }
}
