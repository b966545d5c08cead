// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask comment`: the comments of members on tasks and photos.
struct CommentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment", _superCommandName: "hometask",
        abstract: "Comment on tasks and photos: add, list, change and delete comments.",
        discussion: "'hometask show' and 'hometask photo show' print the comments. 'hometask react' adds an emoji.",
        subcommands: [
            CommentListCommand.self, CommentAddCommand.self, CommentEditCommand.self,
            DocumentHistoryCommand<CommentHistory>.self, DocumentDeleteCommand<CommentTrash>.self,
            DocumentRestoreCommand<CommentTrash>.self,
        ],
        defaultSubcommand: CommentListCommand.self)
}
