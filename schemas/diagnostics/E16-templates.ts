/** Files that are filled with values, and values that are edited in one. */
import { defineCodes } from './define.js';
import { listed } from './list-names.js';

type Reference = { secret: string };
type Line = { line: number };

const LIKELY = {
  unclosed: 'is not closed on its line',
  malformed: 'is not a reference to a secret: a name is capital letters, digits and `_`',
  'fallback operator': 'has a fallback, which only shells know',
} as const;

export const templates = defineCodes({
  E1601: {
    title: 'malformed reference in a template',
    kind: 'invalid_spec',
    message: (p: { text: string; problem: keyof typeof LIKELY; escaped: string }) =>
      `\`${p.text}\` ${LIKELY[p.problem]}`,
    help: (p) =>
      p.problem === 'fallback operator'
        ? 'give the secret a `default` in the manifest, and refer to its name alone'
        : `if it is meant as text, write \`${p.escaped}\`, or choose other delimiters with \`--delimiters\``,
  },
  E1602: {
    title: 'unknown name in a template',
    kind: 'invalid_spec',
    message: (p: Reference & { profile: string; scope: string | null; nearest: string | null }) =>
      p.scope === null
        ? `profile \`${p.profile}\` does not declare \`${p.secret}\``
        : `scope \`${p.scope}\` of profile \`${p.profile}\` does not show \`${p.secret}\``,
    help: (p) =>
      p.nearest === null
        ? `declare \`${p.secret}\` in the manifest${p.scope === null ? '' : ', list it in the scope'}, or refer to another secret`
        : `did you mean \`${p.nearest}\`?`,
  },
  E1603: {
    title: 'secret of a template without a value',
    kind: 'secret_not_found',
    message: (p: Reference) => `\`${p.secret}\` is optional and has no value`,
    help: (p) => `store one with \`tool set ${p.secret}\`, or give the secret a \`default\``,
  },
  E1604: {
    title: 'unknown form in a template',
    kind: 'invalid_spec',
    message: (p: { form: string; forms: readonly string[] }) => `\`${p.form}\` is not a form of values`,
    help: (p) => `forms are ${p.forms.join(', ')}`,
  },
  E1605: {
    title: 'value does not fit its place',
    kind: 'secret_not_text',
    message: (p: Reference & { form: string; has: string }) =>
      `the value of \`${p.secret}\` ${p.has}, which \`${p.form}\` cannot hold`,
    help: () => 'insert it as it is, with `|none`, or store it in base64 or another encoding that is text',
  },
  E1606: {
    title: 'template cannot be read',
    kind: 'io',
    message: (p: { path: string; reason: string | null }) =>
      `\`${p.path}\` ${p.reason === null ? 'does not exist' : `cannot be read: ${p.reason}`}`,
    help: () => 'name a file that you can read',
  },
  E1607: {
    title: 'output cannot be compared',
    kind: 'io',
    message: (p: { path: string; reason: string }) => `\`${p.path}\` cannot be read: ${p.reason}`,
    help: () => 'make it a file that you can read, or name another one with `--output`',
  },
  E1611: {
    title: 'nothing can be edited',
    kind: 'provider_operation_failed',
    message: (p: { profile: string }) => `no secret of profile \`${p.profile}\` has a store that can be written`,
    help: () => 'name a store that can be written, with `--provider` or in `providers`',
  },
  E1612: {
    title: 'no editor',
    kind: 'io',
    message: (p: { isInteractive: boolean }) =>
      `neither \`VISUAL\` nor \`EDITOR\` is set, and ${p.isInteractive ? 'no usual editor was found' : 'there is no terminal for a usual editor'}`,
    help: () => 'name an editor, as in\n\n    EDITOR=nano tool edit',
  },
  E1613: {
    title: 'editor failed',
    kind: 'io',
    message: (p: { editor: string; how: string; isPartial: boolean }) =>
      `\`${p.editor}\` ${p.how}, so nothing ${p.isPartial ? 'more ' : ''}was written`,
    help: () =>
      'correct `VISUAL` or `EDITOR`, or end the editor without an error if its changes are meant to be written',
  },
  E1614: {
    title: 'private file cannot be used',
    kind: 'io',
    message: (p: { reason: string }) => `the private file for the editor ${p.reason}`,
    help: () => 'make sure that there is room in the folder for temporary files, or name another one with `TMPDIR`',
  },
  E1615: {
    title: 'line is not an assignment',
    kind: 'invalid_spec',
    message: (p: Line & { column: number; problem: string }) =>
      `line ${p.line}, column ${p.column} of the edited file: ${p.problem}`,
    help: () => 'a line is `NAME=value`, a comment after `#`, or blank; a value over several lines needs quotes',
  },
  E1616: {
    title: 'unknown name in the edited file',
    kind: 'invalid_spec',
    message: (p: Line & { nearest: string | null }) =>
      `line ${p.line} of the edited file assigns a name that cannot be edited there`,
    help: (p) =>
      p.nearest === null
        ? 'keep the names of the file; a value over several lines needs quotes'
        : `did you mean \`${p.nearest}\`?`,
  },
  E1617: {
    title: 'secret is assigned twice',
    kind: 'invalid_spec',
    message: (p: Reference & Line & { first: number }) =>
      `line ${p.line} of the edited file assigns \`${p.secret}\`, which line ${p.first} assigns already`,
    help: () => 'keep one of the two lines',
  },
  E1618: {
    title: 'value was emptied',
    kind: 'invalid_spec',
    message: (p: Reference & Line) => `line ${p.line} of the edited file has an empty value for \`${p.secret}\``,
    help: (p) => `remove the line to keep the stored value, or delete it with\n\n    tool delete ${p.secret}`,
  },
  E1619: {
    title: 'binary value is damaged',
    kind: 'invalid_spec',
    message: (p: Reference & Line) =>
      `line ${p.line} of the edited file: the value of \`${p.secret}\` is not valid base64`,
    help: (p) => `write base64 after \`base64:\`, or store a file with\n\n    tool set ${p.secret} --from-file FILE`,
  },
  E1620: {
    title: 'secret was changed by another program',
    kind: 'provider_operation_failed',
    message: (p: { secrets: readonly string[]; isPartial: boolean }) =>
      `another program has changed ${listed(p.secrets)} since the editor was opened, so ${p.isPartial ? 'that was not written' : 'nothing was written'}`,
    help: (p) => `see the new values with\n\n    tool edit ${p.secrets.join(' ')}`,
  },
  E1621: {
    title: 'edited file cannot be read',
    kind: 'io',
    message: (p: { reason: string }) => `the edited file ${p.reason}`,
    help: () => 'save the file that the editor was given, as UTF-8 text and under its name',
  },
  E1622: {
    title: 'value needs quotes',
    kind: 'invalid_spec',
    message: (p: Reference & Line) =>
      `line ${p.line} of the edited file: outside of quotes, \`#\` begins a comment and \`\\\` an escape in the value of \`${p.secret}\``,
    help: () => "write the value between `'`, with `\\'` and `\\\\` for these two characters",
  },
  W1611: {
    title: 'editor ended at once',
    kind: 'io',
    message: (p: { editor: string }) => `\`${p.editor}\` ended at once, and nothing was changed`,
    help: () => 'if its window is still open, have it wait, as in\n\n    EDITOR="code --wait" tool edit',
  },
});
