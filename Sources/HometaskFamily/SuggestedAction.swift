// SPDX-License-Identifier: Apache-2.0

/// Something that a person can do next. A ``Hint`` names it; the program that shows the hint says how it is done there.
public enum SuggestedAction: Hashable, Sendable {
    // The family, and this device
    /// To make a new family.
    case makeFamily
    /// To join a family that is there, from its remote.
    case joinFamily
    /// The same without a working tree, which is faster where there are very many documents.
    case joinWithoutFiles
    /// To say which member this device belongs to.
    case chooseMember
    /// To add oneself to the family.
    case addSelf
    /// To set the family's time zone.
    case setZone
    /// To look the repository over.
    case examine
    /// To look it over and mend what can be repaired.
    case repair
    /// To see what waits here, which takes in edits of files.
    case showStatus

    // Sync
    /// To exchange changes with the remote.
    case sync
    /// To keep the documents that commits at the remote remove.
    case syncKeepingRemoved
    /// To put the documents that commits at the remote remove into the trash.
    case syncAcceptingRemovals
    /// To send changes, and take none.
    case push
    /// To list the remotes.
    case listRemotes
    /// To add a remote.
    case addRemote
    /// To give a remote of this name another URL.
    case setRemote(String)
    /// To make an empty repository to sync with.
    case createRemote
    /// To see the conflicts that are open.
    case showConflicts

    // History
    /// To see what was done.
    case showLog
    /// To see who changed what of a document.
    case showHistory
    /// To take back the last change.
    case undo

    // Tasks
    /// To add a task.
    case addTask
    /// To list the open tasks with their numbers.
    case listTasks
    /// To list the tasks of one member.
    case listTasksOfMember
    /// To list the tasks of one category.
    case listTasksOfCategory
    /// To list the tasks that wait for an adult's approval.
    case listTasksToApprove
    /// To list the tasks in the trash.
    case listTrashedTasks
    /// To see the task or the note with its checklist.
    case showChecklist(of: ChecklistOwner)
    /// To add items to the checklist.
    case addItem(to: ChecklistOwner)
    /// To change a task.
    case editTask
    /// To give a task another time; which one, where that is known.
    case setDue(of: String?)
    /// To give a task another rule by which it recurs.
    case setRule
    /// To give a task to somebody else.
    case assignTask
    /// To let a task no longer come after another.
    case removeOrder(of: String?)
    /// To have a task ask for an adult's approval.
    case askForApproval(of: String)
    /// To complete a task.
    case completeTask
    /// To complete a task with a photo as proof.
    case completeWithPhoto(String, isAccepted: Bool)
    /// To complete a task whose photo an adult accepts.
    case acceptProof(of: String)
    /// To pass over one time of a recurring task.
    case skipTask
    /// To put a task into the trash.
    case deleteTask
    /// To take a task out of the trash.
    case restoreTask(String)

    // Other things that people name: members, categories, pins, views
    /// To list the things of a kind, such as `pin`.
    case list(kind: String)
    /// To list those in the trash.
    case listTrash(kind: String)
    /// To give one another name; which one, and of the rest what it is to be called, where that is known.
    case rename(kind: String, String?)
    /// To make one thing of two.
    case merge(kind: String, [String])
    /// To bring one back; which, where that is known.
    case restore(kind: String, String?)
    /// To change a pin.
    case editPin
    /// To save a query as a view.
    case saveView

    // Photos and comments
    /// To list the photos.
    case listPhotos
    /// To see a photo with who did what to it.
    case showPhoto(String)
    /// To look whether the files of all photos are whole.
    case verifyPhotos
    /// To attach a photo to a task.
    case attachPhoto(to: String)
    /// To delete a photo.
    case deletePhoto(String)
    /// To say something of a task.
    case comment
    /// To take a reaction away.
    case removeReaction

    // Reminders, hunts and plugins
    /// To list the channels of reminders.
    case listChannels
    /// To take a team out of a hunt.
    case withdrawTeam(String, hunt: String)
    /// To let a hunt continue that is at its end.
    case resumeHunt(String)
    /// To tell this device the code word of a clue.
    case unlockHunt(String)
    /// To enable a plugin.
    case enablePlugin(String)
    /// To disable a plugin.
    case disablePlugin(String)
    /// To see what a plugin wrote.
    case showPluginLog(String)
    /// To set something for a plugin, as an example.
    case configurePlugin(String, setting: String, value: String)
    /// To let plugins run without a sandbox.
    case allowUnsandboxed

    // What was asked for, asked for otherwise
    /// To ask for the same again, and say this as well.
    case saying(Detail)

    /// What can be said of what is asked for.
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
