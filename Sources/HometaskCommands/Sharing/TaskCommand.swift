// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask task`: shares tasks with others.
struct TaskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "task", _superCommandName: "hometask", abstract: "Share tasks with others.",
        discussion: "To add, show and change tasks, use 'hometask add', 'hometask show' and so on.",
        subcommands: [TaskShareCommand.self])
}
