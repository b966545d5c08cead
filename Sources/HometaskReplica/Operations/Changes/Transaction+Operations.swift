// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

// The operations in a transaction, one property per topic.

extension Transaction {
    /// The categories of tasks, with their names and colours.
    public var categories: CategoryOperations { CategoryOperations(transaction: self) }

    /// Comments on tasks and photos.
    public var comments: CommentOperations { CommentOperations(transaction: self) }

    /// Conflicts between concurrent edits.
    public var conflicts: ConflictOperations { ConflictOperations(transaction: self) }

    /// The devices of the family.
    public var devices: DeviceOperations { DeviceOperations(transaction: self) }

    /// The family's own settings.
    public var family: FamilyOperations { FamilyOperations(transaction: self) }

    /// Hand edits of the files in the working tree.
    public var handEdits: HandEditOperations { HandEditOperations(transaction: self) }

    /// Treasure hunts and their clues; see ``teams`` for their players.
    public var hunts: HuntOperations { HuntOperations(transaction: self) }

    /// Documents that are created from the files of other programs.
    public var imports: ImportOperations { ImportOperations(transaction: self) }

    /// The items of checklists.
    public var items: ItemOperations { ItemOperations(transaction: self) }

    /// The members of the family.
    public var members: MemberOperations { MemberOperations(transaction: self) }

    /// Notes: headings, texts and the folders that contain them.
    public var notes: NoteOperations { NoteOperations(transaction: self) }

    /// Photos whose bytes are already stored, and their captions.
    public var photos: PhotoOperations { PhotoOperations(transaction: self) }

    /// Pins: named places, with coordinates and labels.
    public var pins: PinOperations { PinOperations(transaction: self) }

    /// The photos that prove tasks.
    var proofs: ProofOperations { ProofOperations(transaction: self) }

    /// Reactions to tasks and photos.
    public var reactions: ReactionOperations { ReactionOperations(transaction: self) }

    /// The times and channels of members' reminders.
    public var reminders: ReminderOperations { ReminderOperations(transaction: self) }

    /// Documents from devices without git.
    package var received: ReceivedOperations { ReceivedOperations(transaction: self) }

    /// The series of recurring tasks.
    public var series: SeriesOperations { SeriesOperations(transaction: self) }

    /// The effects of edits of recurring tasks.
    var seriesEditing: SeriesEditing { SeriesEditing(now: now, familyZone: familyZone()) }

    /// Tags, which have no documents of their own.
    public var tags: TagOperations { TagOperations(transaction: self) }

    /// Tasks, from their creation to their completion.
    public var tasks: TaskOperations { TaskOperations(transaction: self) }

    /// The teams of hunts.
    public var teams: TeamOperations { TeamOperations(transaction: self) }

    /// Templates, from which new documents are created.
    public var templates: TemplateOperations { TemplateOperations(transaction: self) }

    /// The trash: deleted documents that can be restored.
    public var trash: TrashOperations { TrashOperations(transaction: self) }

    /// Adults' verdicts on completed tasks.
    public var verdicts: VerdictOperations { VerdictOperations(transaction: self) }

    /// Saved views: queries with a name and an order.
    public var views: ViewOperations { ViewOperations(transaction: self) }

    /// Updates series after their tasks were merged.
    public var seriesSettling: SeriesSettling { SeriesSettling(transaction: self) }

    /// Settles completions of one task that several members made independently.
    public var completionSettling: CompletionSettling { CompletionSettling(transaction: self) }

    /// Settles merges of members and categories that were made on different devices.
    public var mergeSettling: MergeSettling { MergeSettling(transaction: self) }

    /// Completes or reopens tasks that require a photo, according to their photos.
    public var proofSettling: ProofSettling { ProofSettling(transaction: self) }
}
