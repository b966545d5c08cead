// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging
public import HometaskTime

/// A task, read from its document for display, filtering and sorting.
public struct TaskRecord: Hashable, Sendable, Identifiable {
    /// The task's permanent id.
    public let id: DocumentID
    /// What has to be done, in a line.
    public let title: String
    /// The lines of its description.
    public let description: [String]
    /// The members who should do the task.
    public let assignees: [DocumentID]
    /// The category it belongs to; nil for none.
    public let category: DocumentID?
    /// The task's tags, in byte order.
    public let tags: [String]
    /// When the task is due.
    public let due: Due?
    /// The time until which lists hide the task.
    public let wait: Due?
    /// The task's reminders, which replace the members' own; nil if the members' own apply.
    public let reminders: [ReminderTime]?
    /// The interval of reminders between the due time and the completion.
    public let nag: ISODuration?
    /// The end of the snooze, until which no reminders are sent.
    public let snooze: Timestamp?
    /// The tasks that must be done before this one.
    public let after: [DocumentID]
    /// The task's priority; nil for none, which lists show last.
    public let priority: Priority?
    /// The points earned by doing the task.
    public let points: Int?
    /// The flags that it has.
    public let flags: TaskFlags
    /// The values of the fields that only the table declares, as stored in documents.
    public let values: [TaskField: JSON]
    /// Where the task has to be done.
    public let place: Place?
    /// The hours in which the proof photo must be taken.
    public let window: ProofWindow?
    /// An adult's verdict on a completion, which may be earlier than ``completion``.
    public let verdict: Verdict?
    /// The recurrence rule in the syntax of RFC 5545; nil if the task does not recur.
    public let rule: String?
    /// The occurrence before it; nil if it does not recur or is the first.
    public let previous: DocumentID?
    /// The values of the series that apply to the following occurrences, where this one differs.
    public let series: [SeriesValue]
    /// The task's completion; nil while it is open.
    public let completion: Completion?
    /// The task's checklist, in the order of the items.
    public let items: [TaskItem]
    /// When the task was created.
    public let createdAt: Timestamp?
    /// The member who created the task; nil if the document names none.
    public let createdBy: DocumentID?
    /// The key in the manual order, compared by bytes. For a task that was never moved, the key is derived from the
    /// creation time, so that new tasks come last.
    public let order: String
    /// When the task was put into the trash; nil if it is not there.
    public let deletedAt: Timestamp?
    /// The fields that plugins added, by plugin and name, as stored in the document.
    public let extensions: JSONObject
    /// Whether the task has open conflicts between concurrent edits.
    public let hasConflict: Bool
    /// When this occurrence of a recurring task became the current one: when the previous one was done. Nil for the
    /// first occurrence, and unless looked up, because the task's own document does not contain it.
    public var since: Timestamp?

    /// The members that a record is read from, in byte order, except the fields that only the table declares.
    static let membersInOrder: [ExactString] = [
        "after", "assignees", "category", "completion", "conflicts", "created", "deleted", "description", "due",
        "extensions", "id", "items", "nag", "order", "place", "points", "previous", "priority", "reminders", "repeat",
        "series", "snooze", "tags", "title", "verdict", "wait", "window",
    ]

    /// The members of a document that a list needs; all others may stay undecoded.
    public static let listedMembers: Set<ExactString> = Set(membersInOrder + TaskField.readings.map { $0.key })
        .subtracting(["description"])

    /// Reads a task from the members of its document; nil if the id is missing.
    public init?(_ members: JSONObject) {
        var members = DeclaredMembers(ParsedMembers(members))
        self.init(reading: &members)
    }

    /// Creates a task from the compact JSON of its document's members, as stored in the index; nil if the text is
    /// malformed.
    package init?(compactText text: UnsafeRawBufferPointer, hasDescription: Bool) {
        guard let cursor = MemberCursor(text) else { return nil }
        var members = DeclaredMembers(cursor)
        self.init(reading: &members, hasDescription: hasDescription)
        if members.members.isMalformed { return nil }
    }

    private init?<Members>(reading members: inout DeclaredMembers<Members>, hasDescription: Bool = true) {
        after = members.ids("after")
        assignees = members.ids("assignees")
        category = members.id("category")
        completion = Completion(members.value("completion"))
        hasConflict = members.value("conflicts")?.objectValue?.isEmpty == false
        var created = members.object("created")
        createdAt = created?.time("at")
        createdBy = created?.id("by")
        deletedAt = members.time("deleted")
        if hasDescription {
            description = members.texts("description")
        } else {
            description = []
            members.skipMember()
        }
        due = members.due("due")
        extensions = members.value("extensions")?.objectValue ?? [:]
        guard let id = members.id("id") else { return nil }
        self.id = id
        items = TaskItem.all(members.value("items"))
        nag = members.text("nag").flatMap { ISODuration(iso: $0) }
        order = members.text("order") ?? ManualOrder.initial(createdAt: createdAt, id: id)
        place = Place(members.value("place"))
        points = members.value("points")?.intValue
        previous = members.id("previous")
        priority = members.text("priority").flatMap { Priority(rawValue: $0) }
        reminders = ReminderTime.all(members.texts("reminders"))
        rule = members.text("repeat")
        series = SeriesValue.all(members.value("series"))
        snooze = members.time("snooze")
        tags = members.texts("tags")
        title = members.text("title") ?? ""
        verdict = Verdict(members.value("verdict"))
        wait = members.due("wait")
        window = ProofWindow(members.value("window"))
        members.readRemaining()
        flags = members.flags
        values = members.values
    }

    /// Whether a photo must prove it.
    public var needsPhoto: Bool { flags.intersects(.proof) }

    /// Whether an adult must approve that it was done.
    public var needsApproval: Bool { flags.intersects(.approval) }

    /// Returns the stored value of a field; nil if the task has none, and for fields whose values are not in a single
    /// member: texts, members, tags, tasks, items, rules, reminders and places.
    public func value(of field: TaskField) -> JSON? {
        switch field {
        case .due: due?.json
        case .wait: wait?.json
        case .nag: nag.map { .string($0.description) }
        case .category: category.map { .string($0.description) }
        case .priority: priority.map { .string($0.rawValue) }
        case .points: points.map { .number(JSONNumber($0)) }
        case .window: window?.json
        case _ where flags.contains(field): field.flagWord.map { .string($0) }
        default: values[field]
        }
    }

    /// Returns the value of a date field that users set; nil if the task has none, and for any other field.
    public func date(of field: TaskField) -> Due? {
        switch field {
        case .due: due
        case .wait: wait
        default: Due(values[field])
        }
    }

    /// Returns the ids in a field of members, in the category or in the place; empty for any other field.
    public func ids(of field: TaskField) -> [DocumentID] {
        field == .assignees ? assignees : id(of: field).map { [$0] } ?? []
    }

    /// Returns the id in a field that names at most one thing: the category, the place, the doer or the creator; nil
    /// for any other field.
    public func id(of field: TaskField) -> DocumentID? {
        switch field {
        case .category: category
        case .pin: place?.pin
        case .doer: completion?.by
        case .creator: createdBy
        default: nil
        }
    }

    /// Returns the value of a plugin's field; nil if the task has none.
    public func value(of name: ExtensionName) -> JSON? { extensions[name.plugin]?[name.member] }

    /// When work on it could begin: when this occurrence became the current one, or when the task was made.
    public var begunAt: Timestamp? { since ?? createdAt }

    /// Whether the task was done by its due time, or before its proof window closed on that day; nil for a task that is
    /// open or has no due date.
    public func isInTime(in zone: TimeZoneRules) -> Bool? {
        guard let completion, let due else { return nil }
        if completion.at <= due.deadline(in: zone) { return true }
        return window.map { completion.at <= $0.end(for: due, familyZone: zone) } ?? false
    }

    /// Whether the task still has to be done.
    public var isOpen: Bool { completion == nil }

    /// The verdict on the current completion; nil while the task is open, or if the completion was not judged.
    public var judgement: Verdict? {
        guard let completion, let verdict, verdict.done == completion.at else { return nil }
        return verdict
    }

    /// Whether the task is done and awaits an adult's approval.
    public var awaitsApproval: Bool { needsApproval && !isOpen && judgement?.isApproved != true }

    /// The verdict that reopened it; nil if there is none.
    public var rejection: Verdict? {
        guard isOpen, let verdict, !verdict.isApproved else { return nil }
        return verdict
    }

    /// Whether the task is open and hidden at a given time.
    public func isWaiting(at now: Timestamp, in zone: TimeZoneRules) -> Bool {
        isOpen && wait.map { $0.beginning(in: zone) > now } ?? false
    }

    /// Whether the task is in the trash.
    public var isDeleted: Bool { deletedAt != nil }
}

/// A document that has a checklist.
public enum ChecklistOwner: Hashable, Sendable {
    /// The task with this id.
    case task(DocumentID)
    /// The note with this id.
    case note(DocumentID)

    /// The id of the task or the note, without its kind.
    public var id: DocumentID {
        switch self {
        case .task(let id), .note(let id): id
        }
    }
}

/// The priority of a task. Lists show tasks without a priority last.
public enum Priority: String, Hashable, Comparable, Sendable, CaseIterable {
    /// To be done before everything else.
    case high
    /// To be done soon, after what is ``high``.
    case medium
    /// When there is time.
    case low

    private var rank: Int {
        switch self {
        case .high: 0
        case .medium: 1
        case .low: 2
        }
    }

    /// A more urgent priority comes first.
    public static func < (left: Priority, right: Priority) -> Bool { left.rank < right.rank }
}

/// The flags of a task: the fields whose value is one word or nothing.
public struct TaskFlags: Hashable, Sendable {
    /// One bit for each flag, in the order of ``TaskField/flags``.
    package private(set) var bits: UInt64 = 0

    /// Creates an empty set of flags.
    public init() {}

    /// The set of one flag; empty if the field is not a flag.
    public init(_ field: TaskField) {
        bits = TaskField.flags.firstIndex(of: field).map { 1 << UInt64($0) } ?? 0
    }

    /// Whether the set contains a flag.
    public func contains(_ field: TaskField) -> Bool { bits & TaskFlags(field).bits != 0 }

    /// Whether the two sets have a flag in common.
    func intersects(_ others: TaskFlags) -> Bool { bits & others.bits != 0 }

    /// Adds the flags of another set.
    mutating func insert(_ other: TaskFlags) { bits |= other.bits }
}

extension TaskFlags {
    static let proof = TaskFlags(.proof)
    static let approval = TaskFlags(.approval)
}

extension TaskRecord {
    /// Reads the task at a path from the members that a scanner selects; nil if the bytes are not a task of this path.
    init?(scanning bytes: UnsafeRawBufferPointer, at path: DocumentPath, with scanner: MemberScanner) {
        guard let members = try? scanner.listed(of: bytes), path.owns(members) else { return nil }
        self.init(members)
    }
}
