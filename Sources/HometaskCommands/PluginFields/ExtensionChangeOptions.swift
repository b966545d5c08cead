// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// The options that write and remove fields of plugins, for commands that change documents.
struct ExtensionChangeOptions: ParsableArguments {
    @Option(name: .customLong("set"), help: ExtensionFieldOptions.help)
    var added: [String] = []

    @Option(
        name: .customLong("unset"),
        help: ArgumentHelp("Remove a field that a plugin added; may be repeated.", valueName: "field"))
    var removed: [String] = []

    /// Whether no option was given.
    var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    /// Returns the options as a change to a document.
    func fieldChange(of kind: DocumentKind, in session: FamilySession) throws -> FieldChange {
        var change = try ExtensionAssignments(added).fieldChange(of: kind, in: session)
        for word in removed {
            // Fields of a plugin that is no longer enabled can be removed by their full names.
            let name = try ExtensionFieldParser(session, of: kind).removable(word)
            guard change.values[name.field] == nil, change.elements[name.field] == nil else {
                throw UsageError(
                    "--set and --unset cannot be used together for \(name)", hint: "Leave one of them out.")
            }
            change.values[name.field] = .null
        }
        return change
    }
}
