// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// The options of `edit` that remove values: one for each field of the table that can be empty, and those that remove
/// one of several values.
struct TaskRemovalOptions: ParsableArguments {
    /// The fields to clear.
    private var cleared: Set<TaskField> = []
    private var unassign: [String] = []
    private var untag: [String] = []
    private var notAfter: [String] = []

    init() {}

    init(from decoder: any Decoder) throws {
        let options = try decoder.container(keyedBy: TableOption.self)
        for field in TaskField.all where field.removal != nil {
            if try options.decode(Bool.self, forKey: TableOption("no-\(field.name)")) { cleared.insert(field) }
        }
        unassign = try options.decode([String].self, forKey: TableOption("unassign"))
        untag = try options.decode([String].self, forKey: TableOption("untag"))
        notAfter = try options.decode([String].self, forKey: TableOption("not-after"))
    }

    /// Whether a field is to be cleared.
    func clears(_ field: TaskField) -> Bool { cleared.contains(field) }

    /// The options combined with the fields among the words.
    func joined(with parsed: ParsedTask) -> TaskRemovalOptions {
        var options = self
        options.cleared.formUnion(TaskField.all.filter { parsed.clears($0) })
        return options
    }

    /// Throws an error if a field is both set and cleared.
    func requireConsistency(with given: TaskFieldOptions) throws {
        for field in TaskField.all where clears(field) && given.sets(field) {
            throw UsageError(
                "--\(field.name) and --no-\(field.name) cannot be used together", hint: "Leave out one of them.")
        }
    }

    /// A change that removes all these values.
    func change(in session: FamilySession) async throws -> TaskChange {
        var change = TaskChange()
        for field in cleared { change.values[field.key] = .null }
        for word in unassign { change.removedAssignees.formUnion(try session.members.everyID(of: word)) }
        change.removedTags = untag.map(TaskFieldParser.withoutPlus)
        for word in notAfter { change.removedAfter.formUnion(try await TaskFieldParser(session).tasks(word)) }
        return change
    }
}

extension TaskRemovalOptions: CustomReflectable {
    /// Declares the options to the parser, which finds them by reflection.
    var customMirror: Mirror {
        func several(_ name: String, _ help: String, value: String) -> Mirror.Child {
            (
                "_\(name)",
                Option<[String]>(
                    wrappedValue: [], name: .customLong(name), parsing: .singleValue,
                    help: ArgumentHelp(help, valueName: value))
            )
        }
        let options = [
            several("unassign", "Who should no longer do it; may be repeated.", value: "member"),
            several("untag", "A tag to remove; may be repeated.", value: "tag"),
            several("not-after", "A task that no longer has to be done before it.", value: "task"),
        ]
        return Mirror(self, children: options + TaskField.all.compactMap { TableOption.removing($0) })
    }
}
