// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskTerminal

/// `hometask completion`: scripts with which shells complete commands and options.
struct CompletionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion", _superCommandName: "hometask",
        abstract: "Print the completion script of a shell.",
        discussion: """
            bash:  hometask completion bash > ~/.local/share/bash-completion/completions/hometask
            zsh:   hometask completion zsh > ~/.zfunc/_hometask
                   with 'fpath+=(~/.zfunc); autoload -Uz compinit; compinit' in ~/.zshrc
            fish:  hometask completion fish > ~/.config/fish/completions/hometask.fish
            Then open a new shell.
            """)

    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish

        var completionShell: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    @OptionGroup var global: GlobalOptions

    @Argument(help: "bash, zsh or fish.")
    var shell: Shell

    func run() async throws {
        try StandardOutput.write(HometaskCommand.completionScript(for: shell.completionShell) + "\n")
        let offers = CommandEnvironment.running.plugins()?.callable ?? []
        if offers.isEmpty { return }
        let plugins = PluginCompletion(offers: offers)
        switch shell {
        case .bash: try StandardOutput.write(plugins.bash)
        case .zsh: try StandardOutput.write(plugins.zsh)
        case .fish: try StandardOutput.write(plugins.fish)
        }
    }
}
