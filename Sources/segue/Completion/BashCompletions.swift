/// What bash needs beyond the script that the parser makes: bash has no explanations, and sorts what it lists.
enum BashCompletions {
    /// Takes the place of the function of the same name, which adds the words that `compgen` finds. The player's words
    /// come in lines of a word, a tab and an explanation. When there are several, they are listed with their
    /// explanations, in the order in which they came; only the word is put in.
    static let script = #"""
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
        }
        """#
}
