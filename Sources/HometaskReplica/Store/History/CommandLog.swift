// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
import HometaskFamily

/// The commands of this device, as far as `undo` and `redo` need them, oldest first: one line for each entry.
///
/// A program that does not know the type of an entry ignores its line. Commits are named by their ids.
package struct CommandLog: Sendable {
    /// One entry of the log.
    package enum Entry: Hashable, Sendable {
        /// `COMMIT COMMAND`: a command that can be undone.
        case command(String, String)
        /// `undone:UNDO:COMMIT COMMAND`: a command that was undone, and the commit that undid it.
        case undone(String, by: String, String)
        /// `undoing:UNDO:COMMIT COMMAND`: a command that is undone once the commit that undoes it is in the history.
        case undoing(String, by: String, String)
        /// `redoing:REDO:UNDO COMMAND`: an undo that is reverted once the commit that reverts it is in the history.
        case redoing(String, by: String, String)
        /// `lasting:SECONDS COMMAND`: a command that cannot be undone.
        case lasting(Timestamp, String)
    }

    package static let localName = "commands"
    private static let limit = 200
    /// The maximum length in bytes, beyond which the oldest entries are removed.
    package static let lengthLimit = 64 << 10

    package private(set) var entries: [Entry] = []

    package init(_ bytes: [UInt8]?) {
        entries = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").compactMap { Entry($0) }
    }

    package var bytes: [UInt8] { entries.suffix(Self.limit).flatMap(\.line) }

    /// Records a command, an undo or a redo.
    package mutating func append(_ entry: Entry) { entries.append(entry) }

    /// Returns the last command that can be undone, among those whose commits satisfy a condition.
    package func lastCommand(where isThere: (String) throws -> Bool) rethrows -> (commit: String, command: String)? {
        for case .command(let commit, let command) in entries.reversed() where try isThere(commit) {
            return (commit, command)
        }
        return nil
    }

    /// Returns the last undone command, if no other command followed.
    package func lastUndone(
        where isThere: (String) throws -> Bool
    ) rethrows -> (undone: String, undo: String, command: String)? {
        for entry in entries.reversed() {
            switch entry {
            case .command(let commit, _): if try isThere(commit) { return nil }
            case .undone(let commit, let undo, let command): if try isThere(undo) { return (commit, undo, command) }
            case .lasting, .redoing, .undoing: break
            }
        }
        return nil
    }

    /// Returns the commits that undid a command with a given name, at most the latest twenty.
    package func undos(of name: String) -> [String] {
        entries.compactMap { if case .undone(_, let undo, name) = $0 { undo } else { nil } }.suffix(20)
    }

    /// The last command, if it came after an undone command.
    package var commandAfterUndone: String? {
        guard entries.contains(where: { if case .undone = $0 { true } else { false } }) else { return nil }
        for case .command(_, let command) in entries.reversed() { return command }
        return nil
    }

    /// Returns the last command that cannot be undone, if it came after the given commit; nil means any commit.
    package func lasting(after commit: String?) -> IrreversibleCommand? {
        for entry in entries.reversed() {
            switch entry {
            case .lasting(let time, let command): return IrreversibleCommand(command: command, time: time)
            case .command(let id, _): if id == commit { return nil }
            case .redoing, .undoing, .undone: break
            }
        }
        return nil
    }

    /// Settles the announced undos and redos whose commits are in the history.
    ///
    /// An undo or redo is announced before the branch moves, as a command is recorded: if the process is killed in
    /// between, or the journal moves the branch later, the history decides whether it has happened.
    package mutating func settle(where isThere: (String) throws -> Bool) rethrows {
        var settled = CommandLog(nil)
        for entry in entries {
            if case .undoing(let commit, let undo, _) = entry, try isThere(undo) {
                settled.noteUndone(commit, by: undo)
            } else if case .redoing(let undo, let redo, _) = entry, try isThere(redo) {
                settled.noteRedone(undo, by: redo)
            } else {
                settled.entries.append(entry)
            }
        }
        self = settled
    }

    package mutating func noteUndone(_ commit: String, by undo: String?) {
        guard let index = index(of: commit), case .command(_, let command) = entries[index] else { return }
        entries.remove(at: index)
        if let undo, undo != commit { entries.append(.undone(commit, by: undo, command)) }
    }

    /// A redone command is placed before the commands that can still be redone.
    package mutating func noteRedone(_ undo: String, by commit: String?) {
        let index = entries.lastIndex { if case .undone(_, undo, _) = $0 { true } else { false } }
        guard let index, case .undone(_, _, let command) = entries[index] else { return }
        entries.remove(at: index)
        guard let commit, commit != undo else { return }
        let place = entries.lastIndex { if case .command = $0 { true } else { false } }.map { $0 + 1 } ?? 0
        entries.insert(.command(commit, command), at: place)
    }

    /// Records a command that cannot be undone; a commit that it may have made cannot be undone either.
    package mutating func noteLasting(_ command: String, at time: Timestamp) {
        if case .command(_, command)? = entries.last { entries.removeLast() }
        entries.append(.lasting(time, command))
    }

    private func index(of commit: String) -> Int? {
        entries.lastIndex { if case .command(commit, _) = $0 { true } else { false } }
    }
}

extension CommandLog.Entry {
    /// The entry of a command; nil if there is none, or if the command only records sent messages.
    package init?(_ command: String?, in commit: String) {
        guard let command, command != SentReceipt.command else { return nil }
        self = .command(commit, command)
    }

    /// Parses a line; nil if its type is not known.
    init?(_ line: some StringProtocol) {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let (head, command) = (parts[0].split(separator: ":"), String(parts[1]))
        let commits = head.dropFirst().compactMap { Self.commit($0) }
        if head.count == 1, let commit = Self.commit(head[0]) {
            self = .command(commit, command)
        } else if head.count == 3, commits.count == 2 {
            switch head[0] {
            case "undone": self = .undone(commits[1], by: commits[0], command)
            case "undoing": self = .undoing(commits[1], by: commits[0], command)
            case "redoing": self = .redoing(commits[1], by: commits[0], command)
            default: return nil
            }
        } else if head.count == 2, head[0] == "lasting", let seconds = Int64(head[1]) {
            self = .lasting(Timestamp(seconds: seconds), command)
        } else {
            return nil
        }
    }

    /// Returns a commit id; nil if the text does not have the form of one.
    private static func commit(_ text: some StringProtocol) -> String? {
        let (digits, letters) = (UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"))
        let isCommit = text.utf8.count == 40 && text.utf8.allSatisfy { digits ~= $0 || letters ~= $0 }
        return isCommit ? String(text) : nil
    }

    /// The entry as a line of the file.
    package var line: [UInt8] {
        let text =
            switch self {
            case .command(let commit, let command): "\(commit) \(command)"
            case .undone(let commit, let undo, let command): "undone:\(undo):\(commit) \(command)"
            case .undoing(let commit, let undo, let command): "undoing:\(undo):\(commit) \(command)"
            case .redoing(let undo, let redo, let command): "redoing:\(redo):\(undo) \(command)"
            case .lasting(let time, let command): "lasting:\(time.seconds) \(command)"
            }
        return Array((text.filter { !$0.isNewline } + "\n").utf8)
    }
}
