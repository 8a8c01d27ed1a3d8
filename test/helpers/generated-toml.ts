/** Generated TOML documents: every spelling of tables, with comments, blank lines and both line ends; and a path to edit. */
import fc from 'fast-check';

export interface Rendered {
  readonly text: string;
  /** The path of a key that exists, or may be added. */
  readonly path: readonly string[];
}

type Style = 'header' | 'dotted' | 'inline' | 'lines';
interface Table {
  readonly style: Style;
  readonly members: readonly (readonly [string, Table | string])[];
}

const KEYS = ['a', 'b', 'c', 'd-e', 'x y', 'é.', '__proto__'];
const leaf = fc.constantFrom(
  '1',
  '"one, { # two"',
  "'three'",
  '[1, { a = 1 }]',
  '"""\n# four\n"""',
  '{}',
  '1979-05-27',
);
const style = fc.constantFrom<Style>('header', 'header', 'dotted', 'inline', 'lines');
const members = (member: fc.Arbitrary<Table | string>) =>
  fc.uniqueArray(fc.tuple(fc.constantFrom(...KEYS), member), { maxLength: 4, selector: ([key]) => key });
const { table } = fc.letrec<{ table: Table; member: Table | string }>((tie) => ({
  table: fc.record({ style, members: members(tie('member')) }),
  member: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, tie('table')),
}));

export const generatedToml: fc.Arbitrary<Rendered> = fc
  .record({
    root: table,
    noise: fc.array(fc.constantFrom('', '', '\n', '# a note\n', '\n# a note\n\n', '# tool: allow W0604\n'), {
      minLength: 1,
    }),
    trailing: fc.constantFrom('', ' # why', ' '),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\uFEFF'),
    isEnded: fc.boolean(),
    tail: fc.constantFrom('', '', '# the end\n', '\n\n'),
    steps: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
  })
  .map(({ root, noise, trailing, lineEnd, mark, isEnded, tail, steps }) => {
    let used = 0;
    const next = () => noise[used++ % noise.length] ?? '';
    const body = [...sections(root, [], next, trailing), tail].join('');
    const ended = isEnded ? body : body.replace(/\n$/, '');
    return { text: mark + ended.replaceAll('\n', lineEnd), path: pathIn(root, steps) };
  });

const keyText = (key: string) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

/** Tables without a header come first, as everything below a header belongs to it. */
function* sections(table: Table, path: readonly string[], noise: () => string, trailing: string): Generator<string> {
  if (path.length > 0) yield `${noise()}[${path.map(keyText).join('.')}]${trailing}\n`;
  for (const [key, member] of table.members) {
    if (typeof member === 'string' || member.style !== 'header') yield* pairs([key], member, noise, trailing);
  }
  for (const [key, member] of table.members) {
    if (typeof member !== 'string' && member.style === 'header')
      yield* sections(member, [...path, key], noise, trailing);
  }
}

function* pairs(
  path: readonly string[],
  member: Table | string,
  noise: () => string,
  trailing: string,
): Generator<string> {
  if (typeof member !== 'string' && isDotted(member)) {
    for (const [key, inner] of member.members) yield* pairs([...path, key], inner, noise, trailing);
  } else yield `${noise()}${path.map(keyText).join('.')} = ${valueText(member, noise)}${trailing}\n`;
}

const isDotted = ({ style, members }: Table) => (style === 'dotted' || style === 'header') && members.length > 0;

function valueText(member: Table | string, noise: () => string): string {
  if (typeof member === 'string') return member;
  const inner = [...inlinePairs([], member, noise)];
  if (member.style !== 'lines' || inner.length === 0) return inner.length === 0 ? '{}' : `{ ${inner.join(', ')} }`;
  const lines = inner.map((pair, index) => `${noise()}  ${pair}${index < inner.length - 1 ? ',' : ''} # of it\n`);
  return `{\n${lines.join('')}${noise()}}`;
}

function* inlinePairs(path: readonly string[], table: Table, noise: () => string): Generator<string> {
  for (const [key, member] of table.members) {
    const inner = [...path, key];
    if (typeof member !== 'string' && isDotted(member)) yield* inlinePairs(inner, member, noise);
    else yield `${inner.map(keyText).join('.')} = ${valueText(member, noise)}`;
  }
}

/** Follows the tables; a step beyond the members is a key that may not exist. */
function pathIn(root: Table, steps: readonly number[]): readonly string[] {
  const path: string[] = [];
  let at: Table | string | undefined = root;
  for (const step of steps) {
    const known: Table['members'] = typeof at === 'object' ? at.members : [];
    const [key, member] = known[step % (known.length + 1)] ?? [KEYS[step % KEYS.length] ?? 'a', undefined];
    path.push(key);
    at = member;
  }
  return path;
}
