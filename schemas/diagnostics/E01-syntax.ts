/** TOML or a template that cannot be read. */
import { defineCodes } from './define.js';
import { writeInstead } from './fix.js';

/** `text` is `$NAME`. */
const braces = ({ text }: { text: string }) =>
  `did you mean \`\${${text.slice(1)}}\`? Write \`$${text}\` for the text itself`;

/** `preferred`: whether it must be a reference. */
const bracesFixes =
  (preferred: boolean) =>
  ({ text }: { text: string }) => [
    ...writeInstead(`\${${text.slice(1)}}`, { preferred }),
    ...writeInstead(`$${text}`, { preferred: false }),
  ];

export const syntax = defineCodes({
  E0101: {
    title: 'not valid TOML',
    kind: 'toml',
    message: (p: { problem: string; help: string | null }) => p.problem,
    help: (p: { help: string | null }) => p.help,
  },
  E0102: {
    title: 'not UTF-8 text',
    kind: 'toml',
    message: (p: { path: string; line: number }) =>
      `\`${p.path}\` contains bytes that are not valid UTF-8, first in line ${p.line}`,
    help: () => 'save the file as UTF-8',
  },
  E0103: {
    title: 'reference is not closed',
    kind: 'invalid_spec',
    message: (p: { secret: string }) => `the template of \`${p.secret}\` has an unclosed \`\${\``,
    help: () => 'close the reference with `}`, or write `$$` for a literal `$`',
  },
  E0104: {
    title: 'malformed reference',
    kind: 'invalid_spec',
    message: (p: { secret: string; text: string }) =>
      `\`${p.text}\` in the template of \`${p.secret}\` is not a valid reference`,
    help: (p: { text: string }) => {
      const meant = referenceMeant(p.text);
      return meant === null
        ? 'write a reference as `${NAME}`, where NAME consists of A-Z, 0-9 and `_`; write `$$` for a literal `$`'
        : `did you mean \`${meant}\`? Write \`$$\` for a literal \`$\``;
    },
    fixes: (p: { text: string }) => writeInstead(referenceMeant(p.text)),
  },
  E0105: {
    title: 'fallback operator in a template',
    kind: 'invalid_spec',
    message: (p: { secret: string; text: string }) =>
      `\`${p.text}\` in the template of \`${p.secret}\` has a fallback, which templates do not support`,
    help: () => 'give the referenced secret a `default` instead',
  },
  E0106: {
    title: 'template without a reference',
    kind: 'invalid_spec',
    message: (p: { secret: string }) => `the template of \`${p.secret}\` contains no reference`,
    help: () => 'refer to at least one secret with `${NAME}`, or use `default` for fixed text',
  },
  E0107: {
    title: 'reference without braces',
    kind: 'invalid_spec',
    message: (p: { secret: string; text: string }) => `\`${p.text}\` in the template of \`${p.secret}\` is plain text`,
    help: braces,
    fixes: bracesFixes(true),
  },
  W0101: {
    title: 'name without braces in a template',
    kind: 'invalid_spec',
    message: (p: { secret: string; text: string }) =>
      `\`${p.text}\` in the template of \`${p.secret}\` is plain text, although a secret has that name`,
    help: braces,
    fixes: bracesFixes(false),
  },
});

/** The reference that was probably meant by `${user}`, `${ USER }` or `${db-user}`; null where no name is near. */
function referenceMeant(text: string): string | null {
  const name = text.slice('${'.length, -'}'.length).trim().replace(/[-. ]/gu, '_').toUpperCase();
  return /^[A-Z][A-Z0-9_]*$/u.test(name) ? `\${${name}}` : null;
}
