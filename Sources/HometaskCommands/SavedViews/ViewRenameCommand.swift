// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask view rename`: renames a saved view, in the queries of other views too.
struct ViewRenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a view.",
        discussion: "Other views that use it by its full name are updated.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The view.")
    var view: String

    @Argument(help: "The new name; several words need no quotes.")
    var name: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let old = try await session.views.find(view)
        let newName = name.joined(separator: " ")
        try await session.write(command: "view rename") {
            try $0.views.rename(old.id, to: newName)
        }
        let record = try await session.views.find(old.id)
        if showing.json { return try session.output.print(.object(ViewJSON.object(record))) }
        try session.output.say("The view ‘\(old.name)’ is called ‘\(record.name)’ now.")
    }
}
