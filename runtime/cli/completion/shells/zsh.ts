/** zsh: as a function in `fpath` or evaluated. Words are passed as typed, and candidates quoted, so that `~/` stays what it is. */
import { padded, widthOf } from '../../views/wrap.js';
import type { Shell } from '../shell.js';
import { quoted, typedWord } from '../unquote.js';

export const zsh: Shell = {
  script: `#compdef tool
_tool() {
  local line
  local -a fields whole wholeShown open openShown
  while IFS= read -r line; do
    fields=("\${(@ps:\\t:)line}")
    if [[ $fields[1] == open ]]; then
      open+=("$fields[2]")
      openShown+=("$fields[3]")
    else
      whole+=("$fields[2]")
      wholeShown+=("$fields[3]")
    fi
  done < <(TOOL_COMPLETE=zsh command tool -- "\${(@)words[2,CURRENT-1]}" "$IPREFIX$QIPREFIX$PREFIX" 2>/dev/null)
  (( $#whole )) && compadd -Q -l -o nosort -d wholeShown -a whole
  (( $#open )) && compadd -Q -l -o nosort -S '' -d openShown -a open
  (( $#whole + $#open ))
}
if [[ $funcstack[1] == _tool ]]; then
  _tool "$@"
else
  compdef _tool tool
fi
`,
  read(given) {
    const typed = given.map(typedWord);
    const quote = typed.at(-1)?.quote ?? '';
    return {
      words: typed.map(({ text }) => text),
      reply(suggestions) {
        const width = Math.max(0, ...suggestions.map(({ label }) => widthOf(label)));
        const lines = suggestions.map(({ text, label, description, isOpen }) => {
          const line = description === '' ? label : `${padded(label, width)}  -- ${description}`;
          return [isOpen ? 'open' : 'whole', quoted(text, quote), line].join('\t');
        });
        return lines.map((line) => `${line}\n`).join('');
      },
    };
  },
};
