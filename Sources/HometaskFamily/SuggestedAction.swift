// SPDX-License-Identifier: Apache-2.0

/// An action that a person can take next. A ``Hint`` names it; the program that shows the hint describes how to take
/// it.
public enum SuggestedAction: Hashable, Sendable {
    // The family, and this device
    /// Create a new family.
    case makeFamily
    /// Join an existing family, from its remote.
    case joinFamily
    /// Join an existing family without a working tree, which is faster if there are very many documents.
    case joinWithoutFiles
    /// Set the member who uses this device.
    case chooseMember
    /// Add yourself to the family.
    case addSelf
    /// Set the family's time zone.
    case setZone
    /// Examine the repository without repairing anything.
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
    /// List the remotes with their URLs.
    case listRemotes
    /// Add a remote to sync with, by its URL.
    case addRemote
    /// Change the URL of the remote with this name.
    case setRemote(String)
    /// Create an empty repository to sync with.
    case createRemote
    /// Show the open conflicts.
    case showConflicts

    // History
    /// Show the log of the family's changes.
    case showLog
    /// Show the history of a document.
    case showHistory
    /// Undo the last change.
    case undo
    /// Discard the edit of a file of the family, which was made by hand.
    case discardEdit(of: String)

    // Tasks
    /// Add a task to the family.
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
    /// Show the task or the note with its checklist.
    case showChecklist(of: ChecklistOwner)
    /// Add items to the checklist.
    case addItem(to: ChecklistOwner)
    /// Change the fields of a task.
    case editTask
    /// Change the due date of a task: which one, if known.
    case setDue(of: String?)
    /// Change the recurrence rule of a task.
    case setRule
    /// Assign a task to somebody else.
    case assignTask
    /// Remove a dependency of a task on another.
    case removeOrder(of: String?)
    /// Make a task require an adult's approval.
    case askForApproval(of: String)
    /// Mark a task as done.
    case completeTask
    /// Complete a task with a photo as proof.
    case completeWithPhoto(String, isAccepted: Bool)
    /// Complete a task whose photo an adult accepts.
    case acceptProof(of: String)
    /// Skip one date of a recurring task.
    case skipTask
    /// Put a task into the trash.
    case deleteTask
    /// Restore a task from the trash.
    case restoreTask(String)

    // Other things that people name: members, categories, pins, views
    /// List the things of a kind, such as `pin`.
    case list(kind: String)
    /// List the things of a kind in the trash.
    case listTrash(kind: String)
    /// Rename a document: which one and the new name, if known.
    case rename(kind: String, String?)
    /// Merge two things of a kind, such as `category`: which ones, if known.
    case merge(kind: String, [String])
    /// Restore a document: which one, if known.
    case restore(kind: String, String?)
    /// Change the name, the coordinates or the labels of a pin.
    case editPin
    /// Save a query as a view.
    case saveView

    // Photos and comments
    /// List the photos of the family.
    case listPhotos
    /// Show a photo with its history.
    case showPhoto(String)
    /// Check whether the files of all photos are intact.
    case verifyPhotos
    /// Attach a photo to a task.
    case attachPhoto(to: String)
    /// Delete the photo whose id begins with these digits.
    case deletePhoto(String)
    /// Comment on a task.
    case comment
    /// Remove a reaction to a task or a photo.
    case removeReaction

    // Reminders, hunts and plugins
    /// List the channels of reminders.
    case listChannels
    /// Remove a team from a hunt.
    case withdrawTeam(String, hunt: String)
    /// Resume a hunt that has ended.
    case resumeHunt(String)
    /// Enter the code word of a clue on this device.
    case unlockHunt(String)
    /// Enable the plugin with this id.
    case enablePlugin(String)
    /// Disable the plugin with this id.
    case disablePlugin(String)
    /// Show the output of a plugin.
    case showPluginLog(String)
    /// Change a setting of a plugin, as an example.
    case configurePlugin(String, setting: String, value: String)
    /// Allow plugins to run without a sandbox.
    case allowUnsandboxed

    // The same request with other details
    /// Make the same request again with an additional detail.
    case saying(Detail)
    /// Make the same request again with an id instead of a name. The id, or its beginning, is without the `#`.
    case namingByID(String)

    /// The details that can be given with an action.
    public enum Detail: String, Hashable, Sendable {
        /// That another person with the same name is meant.
        case another
        /// That an adult accepts the photo.
        case acceptance
        /// That the next occurrence is meant, although the one before was done already.
        case early
        /// That a series is to move far ahead.
        case late
        /// The place, in degrees.
        case location
        /// Another value for the option.
        case value
        /// The timeout for a remote.
        case timeout
        /// The tasks meant, by a query.
        case query
        /// That ids should be shown.
        case ids
        /// The folder of the family that is meant.
        case folder
    }

    /// The default name, for programs without a name of their own: `sync`, `restore pin`.
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
        case .discardEdit: "discard edit"
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
        case .namingByID(let id): "#\(id)"
        }
    }
}
