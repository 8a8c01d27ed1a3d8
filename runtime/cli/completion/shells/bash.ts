/** bash: the script passes the command line up to the cursor, because bash itself cuts words at `=` and `:`. */
import type { Shell } from '../shell.js';
import { quoted, type TypedWord, typedWords } from '../unquote.js';

export const bash: Shell = {
  script: `_tool_complete() {
  local line isFirst=1
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $isFirst ]]; then
      isFirst=
      [[ $line == open ]] && compopt -o nospace 2>/dev/null
    else
      COMPREPLY+=("$line")
    fi
  done < <(TOOL_COMPLETE=bash command tool -- "\${COMP_LINE:0:COMP_POINT}" "\${COMP_WORDBREAKS-}" 2>/dev/null)
}
complete -F _tool_complete tool
`,
  read([line = '', breaks = '']) {
    const words = withoutCommand(typedWords(line, breaks));
    const current = words.at(-1) ?? { text: '', quote: '', cut: 0 };
    return {
      words: words.map(({ text }) => text),
      reply(suggestions) {
        // Of several, bash inserts what they have in common, without a blank.
        const state = suggestions.some(({ isOpen }) => isOpen) ? 'open' : 'whole';
        const texts = suggestions.map(({ text }) => quoted(text.slice(current.cut), current.quote));
        return [state, ...texts].map((text) => `${text}\n`).join('');
      },
    };
  },
};

/** Without the name of the program and the assignments before it. */
function withoutCommand(words: readonly TypedWord[]): readonly TypedWord[] {
  const name = words.findIndex(({ text }) => !/^\w+=/u.test(text));
  return words.slice(name + 1);
}
