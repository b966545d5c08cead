// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskTerminal

extension SuggestedAction {
    /// The command in quotes, or without them if it contains quotes itself. For a part of a command, that part.
    var quotedCommand: String {
        switch self {
        case .saying(let detail): return detail.option
        case .namingByID: return "\(command) (in quotes, since # begins a comment in a shell)"
        case .discardEdit: return ShellQuoting.quotedCommand(command)
        default: return ShellQuoting.quotedCommand("hometask \(command)")
        }
    }

    /// The words of the command after `hometask`, or a command of git; words in capitals are to be replaced by the user.
    private var command: String {
        switch self {
        case .makeFamily: "init DIR --name NAME"
        case .joinFamily: "join URL"
        case .joinWithoutFiles: "join URL DIR --bare"
        case .chooseMember: "me NAME"
        case .addSelf: "me --new NAME"
        case .setZone: "config set --family zone NAME"
        case .examine: "doctor"
        case .repair: "doctor --repair"
        case .showStatus: "status"
        case .sync: "sync"
        case .syncKeepingRemoved: "sync --restore-removed"
        case .syncAcceptingRemovals: "sync --accept-removals"
        case .push: "push"
        case .listRemotes: "remote"
        case .addRemote: "remote add origin URL"
        case .setRemote(let remote): "remote set \(remote) URL"
        case .createRemote: "remote create PATH"
        case .showConflicts: "conflicts"
        case .showLog: "log"
        case .showHistory: "history"
        case .undo: "undo"
        case .discardEdit(let file): "git checkout -- \(ShellQuoting.quoted(file))"
        case .addTask: "add"
        case .listTasks: "list"
        case .listTasksOfMember: "list assignee:NAME"
        case .listTasksOfCategory: "list category:NAME"
        case .listTasksToApprove: "list to-approve"
        case .listTrashedTasks: "list --trash"
        case .showChecklist(.task): "show"
        case .showChecklist(.note): "note show"
        case .addItem(.task): "item add"
        case .addItem(.note): "note item add"
        case .editTask: "edit"
        case .setDue(let task): task.map { "edit \"#\($0)\" --due TIME" } ?? "edit TASK --due WHEN"
        case .setRule: "edit TASK --every RULE"
        case .assignTask: "edit TASK --for MEMBER"
        case .removeOrder(let task): "edit \(task.map { "#\($0)" } ?? "TASK") --not-after TASK"
        case .askForApproval(let task): "edit '#\(task)' --approval adult"
        case .completeTask: "done"
        case .completeWithPhoto(let task, let isAccepted):
            "done '#\(task)' --photo FILE\(isAccepted ? " --accept" : "")"
        case .acceptProof(let task): "done '#\(task)' --accept"
        case .skipTask: "skip"
        case .deleteTask: "delete"
        case .restoreTask(let reference): "restore \(reference)"
        case .attachPhoto(let task): "photo add FILE --task '#\(task)'"
        case .comment: "comment add TASK TEXT"
        case .removeReaction: "react … --remove"
        case .list(let kind): "\(kind) list"
        case .listTrash(let kind): "\(kind) list --trash"
        case .rename(let kind, let name): "\(kind) rename \(name.map { "\($0) NAME" } ?? "NAME NEW")"
        case .merge(let kind, let names): (["\(kind) merge"] + names).joined(separator: " ")
        case .restore(let kind, let name): "\(kind) restore\(name.map { " \($0)" } ?? "")"
        case .editPin: "pin edit"
        case .saveView: "view save"
        case .listPhotos: "photo"
        case .showPhoto(let id): "photo show #\(id)"
        case .verifyPhotos: "photo verify"
        case .deletePhoto(let id): "photo delete '#\(id)'"
        case .withdrawTeam(let team, let hunt): "hunt withdraw '\(hunt)' --team '\(team)'"
        case .resumeHunt(let id): "hunt resume '#\(id)'"
        case .unlockHunt(let name): "hunt unlock \(ShellQuoting.quoted(name)) WORD"
        case .listChannels: "remind channel"
        case .enablePlugin(let plugin): "plugin enable \(plugin)"
        case .disablePlugin(let plugin): "plugin disable \(plugin)"
        case .showPluginLog(let plugin): "plugin logs \(plugin)"
        case .configurePlugin(let plugin, let setting, let value): "plugin config \(plugin) \(setting) \(value)"
        case .allowUnsandboxed: "config set plugin-sandbox wanted"
        case .saying(let detail): detail.option
        case .namingByID(let id): "'#\(id)'"
        }
    }
}

extension SuggestedAction.Detail {
    /// The option for the detail, or a command in quotes.
    fileprivate var option: String {
        switch self {
        case .another: "--another"
        case .acceptance: "--accept"
        case .early: "--early"
        case .late: "--late"
        case .location: "--location 52.37,4.89"
        case .value: "--value"
        case .timeout: "'--timeout SECONDS'"
        case .query: "--where QUERY"
        case .ids: "'hometask list --json'"
        case .folder: "-C DIR"
        }
    }
}
