// SPDX-License-Identifier: Apache-2.0

/// Something that a person can do next. A ``Hint`` names it; the program that shows the hint says how it is done there.
public enum SuggestedAction: Hashable, Sendable {
    // The family, and this device
    /// Make a new family.
    case makeFamily
    /// Join a family that is there, from its remote.
    case joinFamily
    /// The same without a working tree, which is faster where there are very many documents.
    case joinWithoutFiles
    /// Set the member who uses this device.
    case chooseMember
    /// Add yourself to the family.
    case addSelf
    /// Set the family's time zone.
    case setZone
    /// Examine the repository.
    case examine
    /// Examine the repository and repair what can be repaired.
    case repair
    /// Show the status, which records hand edits.
    case showStatus

    // Sync
    /// Sync with the remote.
    case sync
    /// Keep the documents that commits at the remote remove.
    case syncKeepingRemoved
    /// Put the documents that commits at the remote remove into the trash.
    case syncAcceptingRemovals
    /// Send changes without fetching.
    case push
    /// List the remotes.
    case listRemotes
    /// Add a remote.
    case addRemote
    /// Give a remote of this name another URL.
    case setRemote(String)
    /// Make an empty repository to sync with.
    case createRemote
    /// Show the open conflicts.
    case showConflicts

    // History
    /// Show the log.
    case showLog
    /// Show the history of a document.
    case showHistory
    /// Take back the last change.
    case undo

    // Tasks
    /// Add a task.
    case addTask
    /// List the open tasks with their numbers.
    case listTasks
    /// List the tasks of one member.
    case listTasksOfMember
    /// List the tasks of one category.
    case listTasksOfCategory
    /// List the tasks that wait for an adult's approval.
    case listTasksToApprove
    /// List the tasks in the trash.
    case listTrashedTasks
    /// See the task or the note with its checklist.
    case showChecklist(of: ChecklistOwner)
    /// Add items to the checklist.
    case addItem(to: ChecklistOwner)
    /// Change a task.
    case editTask
    /// Change the due date of a task, if it is known which.
    case setDue(of: String?)
    /// Change the recurrence rule of a task.
    case setRule
    /// Give a task to somebody else.
    case assignTask
    /// Let a task no longer come after another.
    case removeOrder(of: String?)
    /// Have a task ask for an adult's approval.
    case askForApproval(of: String)
    /// Complete a task.
    case completeTask
    /// Complete a task with a photo as proof.
    case completeWithPhoto(String, isAccepted: Bool)
    /// Complete a task whose photo an adult accepts.
    case acceptProof(of: String)
    /// Pass over one time of a recurring task.
    case skipTask
    /// Put a task into the trash.
    case deleteTask
    /// Take a task out of the trash.
    case restoreTask(String)

    // Other things that people name: members, categories, pins, views
    /// List the things of a kind, such as `pin`.
    case list(kind: String)
    /// List those in the trash.
    case listTrash(kind: String)
    /// Rename a document: which one and the new name, if known.
    case rename(kind: String, String?)
    /// Make one thing of two.
    case merge(kind: String, [String])
    /// Restore a document: which one, if known.
    case restore(kind: String, String?)
    /// Change a pin.
    case editPin
    /// Save a query as a view.
    case saveView

    // Photos and comments
    /// List the photos.
    case listPhotos
    /// See a photo with who did what to it.
    case showPhoto(String)
    /// Look whether the files of all photos are whole.
    case verifyPhotos
    /// Attach a photo to a task.
    case attachPhoto(to: String)
    /// Delete a photo.
    case deletePhoto(String)
    /// Say something of a task.
    case comment
    /// Take a reaction away.
    case removeReaction

    // Reminders, hunts and plugins
    /// List the channels of reminders.
    case listChannels
    /// Take a team out of a hunt.
    case withdrawTeam(String, hunt: String)
    /// Let a hunt continue that is at its end.
    case resumeHunt(String)
    /// Tell this device the code word of a clue.
    case unlockHunt(String)
    /// Enable a plugin.
    case enablePlugin(String)
    /// Disable a plugin.
    case disablePlugin(String)
    /// See what a plugin wrote.
    case showPluginLog(String)
    /// Set something for a plugin, as an example.
    case configurePlugin(String, setting: String, value: String)
    /// Let plugins run without a sandbox.
    case allowUnsandboxed

    // What was asked for, asked for otherwise
    /// Ask for the same again, and say this as well.
    case saying(Detail)

    /// The details of an action that can be given.
    public enum Detail: String, Hashable, Sendable {
        /// That another person of the name is meant.
        case another
        /// That an adult accepts the photo.
        case acceptance
        /// Where it is, in degrees.
        case location
        /// Another value for the option.
        case value
        /// How long a remote may be silent.
        case timeout
        /// The tasks meant, by a query.
        case query
        /// That ids are to be shown.
        case ids
    }

    /// What it is called, for a program that has no name of its own for it: `sync`, `restore pin`.
    public var name: String {
        switch self {
        case .makeFamily: "new family"
        case .joinFamily: "join"
        case .joinWithoutFiles: "join without files"
        case .chooseMember: "who am I"
        case .addSelf: "add me"
        case .setZone: "time zone"
        case .examine: "examine"
        case .repair: "repair"
        case .showStatus: "status"
        case .sync: "sync"
        case .syncKeepingRemoved: "sync and keep"
        case .syncAcceptingRemovals: "sync and remove"
        case .push: "push"
        case .listRemotes: "remotes"
        case .addRemote: "add remote"
        case .setRemote(let remote): "change remote \(remote)"
        case .createRemote: "make remote"
        case .showConflicts: "conflicts"
        case .showLog: "log"
        case .showHistory: "history"
        case .undo: "undo"
        case .addTask: "add task"
        case .listTasks: "tasks"
        case .listTasksOfMember: "tasks of the member"
        case .listTasksOfCategory: "tasks of the category"
        case .listTasksToApprove: "to approve"
        case .listTrashedTasks: "trash"
        case .showChecklist: "checklist"
        case .addItem: "add item"
        case .editTask: "edit task"
        case .setDue: "due date"
        case .setRule: "recurrence"
        case .assignTask: "assign"
        case .removeOrder: "remove order"
        case .askForApproval: "ask for approval"
        case .completeTask: "done"
        case .completeWithPhoto: "done with photo"
        case .acceptProof: "accept"
        case .skipTask: "skip"
        case .deleteTask: "delete"
        case .restoreTask: "restore"
        case .list(let kind): "all of the kind \(kind)"
        case .listTrash(let kind): "\(kind) trash"
        case .rename(let kind, _): "rename \(kind)"
        case .merge(let kind, _): "merge \(kind)"
        case .restore(let kind, _): "restore \(kind)"
        case .editPin: "edit pin"
        case .saveView: "save view"
        case .listPhotos: "photos"
        case .showPhoto: "photo"
        case .verifyPhotos: "verify photos"
        case .attachPhoto: "attach photo"
        case .deletePhoto: "delete photo"
        case .comment: "comment"
        case .removeReaction: "remove reaction"
        case .listChannels: "channels"
        case .withdrawTeam: "withdraw team"
        case .resumeHunt: "resume hunt"
        case .unlockHunt: "unlock hunt"
        case .enablePlugin(let plugin): "enable \(plugin)"
        case .disablePlugin(let plugin): "disable \(plugin)"
        case .showPluginLog(let plugin): "log of \(plugin)"
        case .configurePlugin(let plugin, _, _): "settings of \(plugin)"
        case .allowUnsandboxed: "run without a sandbox"
        case .saying(let detail): detail.rawValue
        }
    }
}
