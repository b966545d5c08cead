// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The code that a shell runs when Tab is pressed. It passes the words to `hometask complete-words` and reads the
/// output: the kind of answer in the first line, then one candidate per line. The candidates are names from documents
/// that any member of the family may have written. So the scripts treat them as data: no shell expands or evaluates
/// them, and they are quoted on the command line.
enum CompletionScript: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    var text: String {
        switch self {
        case .bash: Self.bashText
        case .zsh: Self.zshText
        case .fish: Self.fishText
        }
    }

    /// bash puts candidates on the command line unchanged, so they are printed with quotes.
    private static let bashText = #"""
        # bash completion for hometask
        _hometask() {
            local kind= line
            COMPREPLY=()
            while IFS= read -r line; do
                if [ -z "$kind" ]; then kind=$line; else COMPREPLY+=("$line"); fi
            done < <(command hometask complete-words bash -- "${COMP_LINE:0:$COMP_POINT}" "$COMP_WORDBREAKS" \
                2>/dev/null </dev/null)
            case $kind in
                files) compopt -o default ;;
                folders) compopt -o dirnames ;;
                open) compopt -o nospace ;;
            esac
        }
        complete -o nosort -F _hometask hometask 2>/dev/null || complete -F _hometask hometask

        """#

    /// zsh quotes the candidates that it inserts. A tab separates a candidate from its summary.
    private static let zshText = #"""
        #compdef hometask
        # zsh completion for hometask
        _hometask() {
            local -a lines values shown
            local line
            lines=("${(@f)$(command hometask complete-words zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" \
                2>/dev/null </dev/null)}")
            case $lines[1] in
                files) compset -P '--*='; _files; return ;;
                folders) compset -P '--*='; _files -/; return ;;
                words|open|other) ;;
                *) return 1 ;;
            esac
            for line in "${(@)lines[2,-1]}"; do
                values+=("${line%%$'\t'*}")
                shown+=("${line//$'\t'/  -- }")
            done
            if (( ! $#values )); then return 1; fi
            local -a ending=()
            case $lines[1] in
                open) ending=(-S '') ;;
                other) ending=(-U) ;;
            esac
            compadd -l -V hometask -d shown -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' "${ending[@]}" -a -- values
        }
        if [[ $funcstack[1] == _hometask ]]; then _hometask "$@"; else compdef _hometask hometask; fi

        """#

    /// fish quotes the candidates that it inserts. A tab separates a candidate from its summary.
    private static let fishText = #"""
        # fish completion for hometask
        function __hometask_complete
            set -l before (commandline -opc)
            set -e before[1]
            set -l current (commandline -ct)
            set -l lines (command hometask complete-words fish -- $before "$current" 2>/dev/null </dev/null)
            switch "$lines[1]"
                case files folders
                    # What stands before the path in the same word: --output=
                    set -l lead (string match -r -- '^--[^=]*=' "$current")
                    set -l path (string replace -r -- '^--[^=]*=' '' "$current")
                    set -l function __fish_complete_path
                    if test "$lines[1]" = folders
                        set function __fish_complete_directories
                    end
                    for found in ($function "$path")
                        printf '%s\n' "$lead$found"
                    end
                case words open other
                    set -e lines[1]
                    printf '%s\n' $lines
            end
        end
        complete -c hometask -e
        complete -c hometask -k -f -a '(__hometask_complete)'

        """#
}
