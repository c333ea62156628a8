import ArgumentParser

/// The completion script of a shell: the parser's script and three additions. These are explanations in bash, files
/// beside the playlists of `play`, and the verbs after `help`.
enum CompletionScript {
    static func text(for shell: CompletionsVerb.Shell) -> String {
        let script = SegueCommand.completionScript(for: shell.kind)
        switch shell {
        case .bash: return script + "\n" + bash
        case .fish: return script + "\n" + fish
        case .zsh:
            // zsh runs the end of the script as soon as it has loaded the script.
            var lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let end = lines.lastIndex { $0.hasPrefix("if [[ \"${funcstack[1]}\"") } ?? lines.endIndex
            lines.insert(contentsOf: [zsh, ""], at: end)
            return lines.joined(separator: "\n")
        }
    }

    /// Replaces the function that adds the words of `compgen`. Each line of the player's words is a word, a tab and an
    /// explanation. Several words are listed with their explanations in the original order; only the word is inserted.
    private static let bash = #"""
        __segue_add_completions() {
            local -a found
            mapfile -t found < <(IFS=$'\n' compgen "${@}" -- "${cur}")
            if [[ "${1}" = -W ]]; then
                compopt -o nosort 2>/dev/null
                # 37 and 42 ask for words to put in, one after the other or all of them.
                if [[ "${#found[@]}" -eq 1 || "${COMP_TYPE}" -eq 37 || "${COMP_TYPE}" -eq 42 ]]; then
                    found=("${found[@]%%$'\t'*}")
                else
                    found=("${found[@]/$'\t'/  }")
                fi
            fi
            COMPREPLY+=("${found[@]}")
            [[ "${1}" != -W || "${FUNCNAME[1]}" != _segue_play ]] || __segue_add_completions -f
        }

        _segue_help() {
            __segue_add_completions -W "$(__segue_custom_complete ---completion help -- positional@0 "${COMP_CWORD}" 0)"
        }
        """#

    private static let zsh = #"""
        functions -c __segue_custom_complete __segue_candidates

        __segue_custom_complete() {
            __segue_candidates "${@}"
            [[ "${2}" != play ]] || _files
        }

        _segue_help() {
            __segue_custom_complete ---completion help -- positional@0 "${current_word_index}" 0
        }
        """#

    private static let fish = #"""
        complete -c segue -n '__segue_should_offer_completions_for_positional "segue play" -ge 1' -F
        complete -c segue -n '__segue_should_offer_completions_for_positional "segue help" -ge 1' \
            -fka '(__segue_custom_completion ---completion help -- positional@0 (count (__segue_tokens -pc)) 0)'
        """#
}
