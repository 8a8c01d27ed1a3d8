/** Files that are filled with values. */
import { defineCodes } from './define.js';

type Reference = { secret: string };

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
});
