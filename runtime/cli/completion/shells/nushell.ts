/** nushell: a module with a completer for all arguments of `tool`. The declaration has no parameters, so that calls mean what they did. */
import type { Shell } from '../shell.js';

export const nushell: Shell = {
  script: `module completions {
  def "nu-complete tool" [words: list<string>] {
    try {
      with-env { TOOL_COMPLETE: nushell } { ^tool -- ...($words | skip 1) } | complete | get stdout | from json
    } catch { [] }
  }

  @complete "nu-complete tool"
  export extern tool []
}
export use completions *
`,
  read: (given) => ({
    words: given.map(unquoted),
    reply(suggestions) {
      const records = suggestions.map(({ text, description, isOpen }) => ({
        value: quoted(text),
        ...(description !== '' && { description }),
        ...(isOpen && { append_whitespace: false }),
      }));
      return JSON.stringify(records);
    },
  }),
};

/** Words come as typed. A quote that is still open ends with the word. */
function unquoted(raw: string): string {
  const parts = raw.matchAll(/'([^']*)'?|`([^`]*)`?|"((?:[^"\\]|\\.)*)"?|([^'"`]+)/gu);
  return [...parts].map(([, single, back, double, bare]) => single ?? back ?? bare ?? escaped(double ?? '')).join('');
}

function escaped(text: string): string {
  return text.replaceAll(/\\(.)/gu, '$1');
}

/** Only double quotes can hold every text. */
function quoted(text: string): string {
  if (/^[\p{L}\p{N}_./~-][\p{L}\p{N}_./:=@%+,~-]*$/u.test(text)) return text;
  return text.includes("'") ? `"${text.replaceAll(/["\\]/gu, '\\$&')}"` : `'${text}'`;
}
