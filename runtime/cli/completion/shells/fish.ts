/** fish: quotes candidates itself. Words before the cursor come without quotes, the one at the cursor as typed. */
import type { Shell } from '../shell.js';
import { typedWord } from '../unquote.js';

export const fish: Shell = {
  script: `function __tool_complete
    set -l words (commandline --current-process --tokens-expanded --cut-at-cursor 2>/dev/null)
    or set words (commandline --current-process --tokenize --cut-at-cursor)
    set -e words[1]
    TOOL_COMPLETE=fish command tool -- $words (commandline --current-token --cut-at-cursor) 2>/dev/null
end
complete --command tool --no-files --keep-order --arguments '(__tool_complete)'
`,
  read(given) {
    const current = typedWord(given.at(-1) ?? '');
    return {
      words: [...given.slice(0, -1), current.text],
      reply: (suggestions) =>
        suggestions.map(({ text, description }) => `${[text, description].join('\t').trimEnd()}\n`).join(''),
    };
  },
};
