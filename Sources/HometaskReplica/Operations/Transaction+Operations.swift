// SPDX-License-Identifier: Apache-2.0

// What can be done in a transaction, a topic each.

extension Transaction {
    /// Categories.
    public var categories: CategoryOperations { CategoryOperations(transaction: self) }

    /// Comments on tasks and photos.
    public var comments: CommentOperations { CommentOperations(transaction: self) }

    /// What two people wrote at once.
    public var conflicts: ConflictOperations { ConflictOperations(transaction: self) }

    /// The devices of the family.
    public var devices: DeviceOperations { DeviceOperations(transaction: self) }

    /// The family's own settings.
    public var family: FamilyOperations { FamilyOperations(transaction: self) }

    /// What people edited by hand, in the files of the working tree.
    public var handEdits: HandEditOperations { HandEditOperations(transaction: self) }

    /// Hunts.
    public var hunts: HuntOperations { HuntOperations(transaction: self) }

    /// What files hold that are imported.
    public var imports: ImportOperations { ImportOperations(transaction: self) }

    /// The items of checklists.
    public var items: ItemOperations { ItemOperations(transaction: self) }

    /// The members of the family.
    public var members: MemberOperations { MemberOperations(transaction: self) }

    /// Notes.
    public var notes: NoteOperations { NoteOperations(transaction: self) }

    /// Photos.
    public var photos: PhotoOperations { PhotoOperations(transaction: self) }

    /// Pins.
    public var pins: PinOperations { PinOperations(transaction: self) }

    /// Which photos prove tasks.
    var proofs: ProofOperations { ProofOperations(transaction: self) }

    /// Reactions to tasks and photos.
    public var reactions: ReactionOperations { ReactionOperations(transaction: self) }

    /// How and when people are reminded.
    public var reminders: ReminderOperations { ReminderOperations(transaction: self) }

    /// How recurring tasks go on.
    public var series: SeriesOperations { SeriesOperations(transaction: self) }

    /// Tags.
    public var tags: TagOperations { TagOperations(transaction: self) }

    /// Tasks.
    public var tasks: TaskOperations { TaskOperations(transaction: self) }

    /// The teams of hunts.
    public var teams: TeamOperations { TeamOperations(transaction: self) }

    /// Templates.
    public var templates: TemplateOperations { TemplateOperations(transaction: self) }

    /// What was deleted.
    public var trash: TrashOperations { TrashOperations(transaction: self) }

    /// What adults say of what was done.
    public var verdicts: VerdictOperations { VerdictOperations(transaction: self) }

    /// Saved views.
    public var views: ViewOperations { ViewOperations(transaction: self) }

    /// Brings series in order after their tasks were merged.
    public var seriesSettling: SeriesSettling { SeriesSettling(transaction: self) }

    /// Settles what people merged into each other on different devices.
    public var mergeSettling: MergeSettling { MergeSettling(transaction: self) }

    /// Makes tasks that demand a photo complete or open, as the photos have it.
    public var proofSettling: ProofSettling { ProofSettling(transaction: self) }
}
