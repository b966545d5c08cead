// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskTerminal

/// `hometask completion`: shell scripts that complete commands, options and names.
struct CompletionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion", _superCommandName: "hometask",
        abstract: "Print a completion script for a shell.",
        discussion: """
            bash:  hometask completion bash > ~/.local/share/bash-completion/completions/hometask
            zsh:   hometask completion zsh > ~/.zfunc/_hometask
                   with 'fpath+=(~/.zfunc); autoload -Uz compinit; compinit' in ~/.zshrc
            fish:  hometask completion fish > ~/.config/fish/completions/hometask.fish
            Then open a new shell. The script asks the program, so that it completes the tasks, members, categories, \
            tags and views of the family that the command line uses, and the commands of plugins, as they are at \
            that moment.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "bash, zsh or fish.")
    var shell: CompletionScript

    func run() throws { try StandardOutput.writeText(shell.text) }
}
