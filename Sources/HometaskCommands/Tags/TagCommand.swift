// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask tag`: the tags that tasks have.
struct TagCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", _superCommandName: "hometask",
        abstract: "Show, rename and merge tags, across all tasks at once.",
        discussion:
            "A tag exists as long as a task has it: 'hometask edit TASK --tag TAG' adds it, --untag removes it.",
        subcommands: [TagListCommand.self, TagRenameCommand.self, TagMergeCommand.self],
        defaultSubcommand: TagListCommand.self)
}
