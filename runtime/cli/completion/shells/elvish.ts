/** elvish: passes words without quotes, and quotes candidates itself. */
import type { Shell } from '../shell.js';

export const elvish: Shell = {
  script: `use str
set edit:completion:arg-completer[tool] = {|@words|
  tmp E:TOOL_COMPLETE = elvish
  try {
    e:tool -- (all $words[1..]) 2>/dev/null | from-lines | each {|line|
      var state text shown = (str:split "\\t" $line)
      var suffix = ' '
      if (eq $state open) { set suffix = '' }
      edit:complex-candidate $text &display=$shown &code-suffix=$suffix
    }
  } catch {
    nop
  }
}
`,
  read: (words) => ({
    words,
    reply(suggestions) {
      const lines = suggestions.map(({ text, label, description, isOpen }) => {
        const shown = description === '' ? label : `${label} (${description})`;
        return [isOpen ? 'open' : 'whole', text, shown].join('\t');
      });
      return lines.map((line) => `${line}\n`).join('');
    },
  }),
};
