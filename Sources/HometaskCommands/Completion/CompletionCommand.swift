// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskTerminal

/// `hometask completion`: scripts with which shells complete commands, options and names.
struct CompletionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion", _superCommandName: "hometask",
        abstract: "Print the completion script of a shell.",
        discussion: """
            bash:  hometask completion bash > ~/.local/share/bash-completion/completions/hometask
            zsh:   hometask completion zsh > ~/.zfunc/_hometask
                   with 'fpath+=(~/.zfunc); autoload -Uz compinit; compinit' in ~/.zshrc
            fish:  hometask completion fish > ~/.config/fish/completions/hometask.fish
            Then open a new shell. The script asks the program, so it knows tasks, members, categories, tags and views \
            of the family that the command line means, and the commands of plugins, as they are at the time.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "bash, zsh or fish.")
    var shell: CompletionScript

    func run() throws { try StandardOutput.write(shell.text) }
}
