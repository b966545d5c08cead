// SPDX-License-Identifier: Apache-2.0

import HometaskPluginProtocol
import HometaskTerminal

/// What is added to a shell's completion script for the commands of plugins, as they are enabled now.
struct PluginCompletion {
    let offers: [PluginOffer]

    /// The lines for bash: a function around the one of the script.
    var bash: String {
        let cases = offers.map { "        \($0.name)) words=\"\(words($0))\" ;;\n" }.joined()
        return """

            _hometask_with_plugins() {
                local words="" current="${COMP_WORDS[COMP_CWORD]}"
                if [ "$COMP_CWORD" -gt 1 ]; then
                    case "${COMP_WORDS[1]}" in
            \(cases)        *) _hometask "$@"; return ;;
                    esac
                    COMPREPLY=($(compgen -W "$words" -- "$current"))
                    return
                fi
                _hometask "$@"
                COMPREPLY+=($(compgen -W "\(names)" -- "$current"))
            }
            complete -o filenames -F _hometask_with_plugins hometask

            """
    }

    /// The lines for zsh: a function around the one of the script.
    var zsh: String {
        let cases = offers.map { "        \($0.name)) compadd -- \(words($0)) ;;\n" }.joined()
        return """

            _hometask_with_plugins() {
                if (( CURRENT == 2 )); then compadd -- \(names); fi
                case "$words[2]" in
            \(cases)        *) _hometask ;;
                esac
            }
            compdef _hometask_with_plugins hometask

            """
    }

    /// The lines for fish.
    var fish: String {
        offers.map { offer in
            let options = offer.options.map { option in
                "complete -c hometask -n '__fish_seen_subcommand_from \(offer.name)' -l \(option.name) -d \(ShellQuoting.quoted(option.summary))\n"
            }
            return
                "complete -c hometask -n '__fish_use_subcommand' -f -a \(offer.name) -d \(ShellQuoting.quoted(offer.summary))\n"
                + options.joined()
        }.joined()
    }

    private var names: String { offers.map(\.name).joined(separator: " ") }

    /// Names consist of letters, digits and dashes, so no shell makes anything else of them.
    private func words(_ offer: PluginOffer) -> String {
        (offer.options.map { "--\($0.name)" } + ["--help"]).joined(separator: " ")
    }
}
