/** Readable TOML whose tables have wrong, missing or unknown keys and types. */
import { defineCodes } from './define.js';
import { removeEntry, writeInstead, writeValue } from './fix.js';
import { type IdleAllowance, idleAllowance } from './idle-allowance.js';
import { listed } from './list-names.js';

const meant = (p: { nearest: string | null }) => p.nearest && `did you mean \`${p.nearest}\`?`;

interface UnknownKey {
  readonly key: string;
  readonly table: string;
  readonly nearest: string | null;
  readonly known: readonly string[];
  /** Whether the table has the nearest key already. */
  readonly isTaken?: boolean;
}
const keysThereAre = ({ known }: UnknownKey) => `remove it; keys are ${listed(known)}`;

const indented = (lines: string) => lines.replace(/^(?=.)/gmu, '    ');

/** The value of a line to write, if the line is for the same key and leaves nothing open. */
const valueIn = (key: string, line: string) => {
  const start = `${key} = `;
  return line.startsWith(start) && !/[\n…]/u.test(line) ? writeValue(line.slice(start.length)) : [];
};

/** `owner`: whose key it is, where that is not clear from the place: "scope `worker`". */
type Owned = { key: string; owner: string | null };
const ownedKey = (p: Owned) => `\`${p.key}\`${p.owner === null ? '' : ` of ${p.owner}`}`;

export const shape = defineCodes({
  E0201: {
    title: 'missing key',
    kind: 'toml',
    /** `or`: another key that would do as well. */
    message: (p: { key: string; or?: string; table: string }) =>
      `${p.table} needs \`${p.key}\`${p.or === undefined ? '' : ` or \`${p.or}\``}`,
  },
  E0202: {
    title: 'wrong type',
    kind: 'toml',
    /** `value`: whether what is written may be the value of the secret `key`. */
    message: (p: { key: string; expected: string; found: string; write: string | null; value?: boolean }) =>
      `\`${p.key}\` must be ${p.expected}, not ${p.found}`,
    /** `write`: the lines that were probably meant. */
    help: (p: { key: string; write: string | null; value?: boolean }) =>
      p.write &&
      `write\n\n${indented(p.write)}${p.value ? `\n\nand store the value with\n\n    tool set ${p.key}` : ''}`,
    fixes: (p: { key: string; write: string | null; value?: boolean }) =>
      p.write === null || p.value === true ? [] : valueIn(p.key, p.write),
  },
  E0203: {
    title: 'unknown key',
    kind: 'toml',
    /** `advice`: how a key of another tool is written. */
    message: (p: UnknownKey & { advice: string | null }) => `\`${p.key}\` is not a key of ${p.table}`,
    help: (p: UnknownKey & { advice: string | null }) => p.advice ?? meant(p) ?? keysThereAre(p),
    fixes: (p: UnknownKey) => writeInstead(p.isTaken === true ? null : p.nearest),
  },
  E0204: {
    title: 'value not allowed',
    kind: 'invalid_spec',
    message: (p: { key: string; value: string; nearest: string | null; allowed: string }) =>
      `\`${p.value}\` is not a valid value for \`${p.key}\``,
    help: (p: { nearest: string | null; allowed: string }) => meant(p) ?? `write one of ${p.allowed}`,
    fixes: (p: { nearest: string | null }) => writeInstead(p.nearest),
  },
  E0205: {
    title: 'unsupported revision',
    kind: 'unsupported_revision',
    message: (p: { revision: string }) => `revision \`${p.revision}\` is not supported; this version reads \`1.0\``,
    help: () => 'write\n\n    revision = "1.0"',
    fixes: () => writeValue('"1.0"', { preferred: false }),
  },
  E0206: {
    title: 'empty text',
    kind: 'invalid_spec',
    message: (p: Owned & { isEntry: boolean }) =>
      p.isEntry ? `an entry of ${ownedKey(p)} is blank` : `${ownedKey(p)} must not be blank`,
  },
  E0207: {
    title: 'empty list',
    kind: 'invalid_spec',
    message: (p: Owned) => `${ownedKey(p)} needs at least one entry`,
  },
  E0208: {
    title: 'coordinates are not a table',
    kind: 'toml',
    message: (p: { key: string; found: string; table: string }) =>
      `\`${p.key}\` must be a table of coordinates, not ${p.found}`,
    help: (p: { table: string }) => `write\n\n    ${p.table}`,
    fixes: (p: { key: string; table: string }) => valueIn(p.key, p.table),
  },
  E0209: {
    title: 'forms of a provider alias are mixed',
    kind: 'toml',
    message: (p: { alias: string; problem: string }) => `alias \`${p.alias}\` ${p.problem}`,
    help: () => 'an alias has `uri` (with `credentials`, and `ref` or `cache`), or `fallback` with `cache`',
  },
  E0210: {
    title: 'invalid duration',
    kind: 'toml',
    message: (p: { key: string; value: string }) => `\`${p.value}\` in \`${p.key}\` is not a positive duration`,
    help: () => 'write whole numbers with a unit (`s`, `m`, `h`, `d` or `w`), such as `30m` or `1d12h`',
  },
  E0211: {
    title: 'invalid secret name',
    kind: 'invalid_spec',
    message: (p: { name: string }) => `\`${p.name}\` is not a valid secret name`,
    help: () => 'a name starts with a letter or `_`, followed by letters, digits or `_`',
  },
  E0212: {
    title: 'malformed pointer',
    kind: 'invalid_spec',
    message: (p: { pointer: string; problem: string }) => `pointer \`${p.pointer}\` ${p.problem}`,
    help: () => 'start with `/`, and write `~0` for `~` and `~1` for `/` in a segment',
  },
  E0213: {
    title: 'repeated entry',
    kind: 'invalid_spec',
    message: (p: { key: string; entry: string }) => `\`${p.entry}\` is listed more than once in \`${p.key}\``,
    help: () => 'remove the duplicate',
    fixes: () => removeEntry('remove the duplicate'),
  },
  E0214: {
    title: 'malformed address template',
    kind: 'toml',
    message: (p: { key: string; problem: string }) => `\`${p.key}\` of an alias ${p.problem}`,
    help: () => 'placeholders are `{project}`, `{profile}` and `{key}`',
  },
  E0215: {
    title: 'blank name',
    kind: 'invalid_spec',
    message: (p: { what: string }) => `the name of ${p.what} must not be blank`,
  },
  E0217: {
    title: 'number out of range',
    kind: 'invalid_spec',
    message: (p: { key: string; problem: string }) => `\`${p.key}\` ${p.problem}`,
  },
  E0218: {
    title: 'limit exceeded',
    kind: 'invalid_spec',
    message: (p: { what: string; count: number; unit: string; limit: number }) =>
      `${p.what} has ${p.count.toLocaleString('en-US')} ${p.unit}; the limit is ${p.limit.toLocaleString('en-US')}`,
    help: () => 'make it smaller, or split the project into several manifests',
  },
  W0201: {
    title: 'invalid INI pointer',
    kind: 'invalid_spec',
    message: (p: { secret: string; pointer: string }) =>
      p.pointer === ''
        ? `the pointer of \`${p.secret}\` is empty, but a whole INI document cannot be selected`
        : `pointer \`${p.pointer}\` of \`${p.secret}\` is deeper than \`/section/key\``,
    help: () => 'write `/key` or `/section/key`, with `~1` for a `/` inside a name',
  },
  W0202: {
    title: 'comment that allows nothing',
    kind: 'invalid_spec',
    message: (p: IdleAllowance) => idleAllowance(p).message,
    help: (p: IdleAllowance) => idleAllowance(p).help,
  },
  W0203: {
    title: 'unknown key of the user configuration',
    kind: 'toml',
    message: (p: UnknownKey) => `\`${p.key}\` is not a key of ${p.table}, and has no effect`,
    help: (p: UnknownKey) => meant(p) ?? keysThereAre(p),
  },
});
