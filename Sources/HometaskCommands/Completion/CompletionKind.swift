// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries

/// The kind of value expected for a word of a command line.
enum CompletionKind: Equatable {
    /// Tasks that are open, done, or in the trash.
    case openTask, doneTask, trashedTask
    case member, formerMember
    case category, deletedCategory
    case view, deletedView
    case tag, pin, remote, plugin, setting
    /// A format that plugins offer.
    case exporter, importer
    /// A part of a query.
    case query
    /// A part of a new task: a word of its title, or a field.
    case taskWord
    /// A task, or a field of it.
    case taskOrField
    case file, folder
    /// One of a fixed set of words.
    case values([String])
    case nothing

    /// Returns the fixed values of the field that an option sets; nil if there is no such list.
    private static func choices(_ option: String, of path: CommandPath) -> CompletionKind? {
        let field = TextField.all.first { "--\($0.name)" == option && $0.kind.rawValue == path.names.first }
        if case .choice(let words)? = field?.values { return .values(words) }
        let ofTasks = TaskField.all.first { "--\($0.name)" == option }
        if case .choice(let words)? = ofTasks?.values { return .values(words) }
        return nil
    }

    /// Determines the kind of value that an option takes.
    init(option: String, of path: CommandPath, entry: CommandHelp.Entry?) {
        if let values = entry?.values, !values.isEmpty {
            self = .values(values)
            return
        }
        switch (option, entry?.valueName) {
        case ("-C", _), ("--directory", _), (_, "dir"): self = .folder
        case ("--color", nil), ("--color", "when"): self = .values(ColorChoice.allCases.map(\.rawValue))
        case ("--category", _): self = .category
        case ("--sort", "keys"): self = .values(TaskOrder.keys.split(separator: ", ").map(String.init))
        case ("--photos", _): self = .values(PhotoPolicy.allCases.map(\.rawValue))
        case ("--output", "folder"), ("-o", "folder"): self = .folder
        case (_, "member"): self = .member
        case (_, "tag"): self = .tag
        case (_, "task"): self = .openTask
        case (_, "pin"), (_, "pin|lat,lon|here"): self = .pin
        case (_, "remote"): self = .remote
        case (_, "query"): self = .query
        case (_, "file"), (_, "path"): self = .file
        default: self = Self.choices(option, of: path) ?? .nothing
        }
    }

    /// Determines the kind of a command's next argument.
    ///
    /// - Parameter arguments: the arguments before it.
    init(argument arguments: [String], of path: CommandPath, help: CommandHelp?) {
        let names = help?.arguments ?? []
        guard let last = names.last else {
            self = path.names == ["comment", "add"] || path.names == ["react"] ? .openTask : .nothing
            return
        }
        if arguments.count >= names.count, !last.contains("...") {
            self = .nothing
            return
        }
        let usage = arguments.count < names.count ? names[arguments.count] : last
        let name = String(usage.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
        if let values = help?.entry(named: "<\(name)>")?.values, !values.isEmpty {
            self = .values(values)
        } else {
            self.init(argument: name, of: path, isFirst: arguments.isEmpty)
        }
    }

    private init(argument name: String, of path: CommandPath, isFirst: Bool) {
        let verb = path.names.last ?? ""
        switch (name, path.names[0], verb) {
        case ("references", _, "edit"): self = .taskOrField
        case ("references", _, "reopen"), ("references", _, "approve"), ("references", _, "reject"): self = .doneTask
        case ("references", _, "restore"): self = .trashedTask
        case ("references", _, _), ("task", _, _), ("task-and-text", _, _), ("task-and-emoji", _, _): self = .openTask
        case ("member", _, "restore"): self = .formerMember
        case ("member", _, _), ("other", "member", _): self = .member
        case ("category", _, "restore"): self = .deletedCategory
        case ("category", _, _), ("others", "category", _): self = .category
        case ("tag", _, _), ("others", "tag", _): self = .tag
        case ("view", _, "restore"): self = .deletedView
        case ("view", _, _): self = .view
        case ("pin", _, "restore"): self = .nothing
        case ("pin", _, _): self = .pin
        case ("remote", _, _), ("name", "remote", "set"), ("name", "remote", "remove"): self = .remote
        case ("plugin", _, _): self = .plugin
        case ("name", "config", _): self = .setting
        case ("words", "view", "show"): self = isFirst ? .view : .query
        case ("words", "export", _): self = isFirst ? .exporter : .query
        case ("words", "import", _): self = isFirst ? .importer : .file
        case ("words", "remind", "snooze"): self = .openTask
        case ("words", "add", _): self = .taskWord
        case ("words", "list", _), ("words", "view", "save"): self = .query
        case ("file", _, _): self = .file
        case ("dir", _, _), ("folder", "plugin", "install"): self = .folder
        default: self = .nothing
        }
    }
}
