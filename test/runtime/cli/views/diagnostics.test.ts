import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderDiagnostics } from '#runtime/cli/views/diagnostics.js';
import type { Diagnostic, Place } from '#schemas/diagnostics/diagnostic.js';
import type { Locate } from '#schemas/diagnostics/located.js';
import { hiddenParts } from '#schemas/stores/hidden-parts.js';
import { tried } from '../../../helpers/thoroughness.js';

/** A place by what is written there: `manifest.toml` and the n-th occurrence of a text. */
const at = (file: string, text: string, nth = 0): Place => ({ file, path: [text, nth], part: 'key' });
const locateIn =
  (files: Readonly<Record<string, string>>): Locate =>
  ({ file, path: [text, nth] }) => {
    const content = files[file];
    if (content === undefined) return null;
    let offset = -1;
    for (let found = 0; found <= Number(nth); found++) offset = content.indexOf(String(text), offset + 1);
    if (offset === -1) return null;
    const before = content.slice(0, offset).split('\n');
    const within = String(text).split('\n');
    const column = [...(before.at(-1) ?? '')].length + 1;
    const endColumn = [...(within.at(-1) ?? '')].length + (within.length === 1 ? column : 1);
    const source = content.split('\n')[before.length - 1] ?? '';
    return {
      line: before.length,
      column,
      endLine: before.length + within.length - 1,
      endColumn,
      start: 0,
      end: 0,
      source,
      hidden: hiddenParts(source),
    };
  };

const unknownKey: Diagnostic = {
  code: 'E0203',
  severity: 'error',
  title: 'unknown key',
  message: '`requred` is not a key of a secret declaration',
  at: at('manifest.toml', 'requred'),
  about: null,
  labels: [],
  quote: null,
  help: 'did you mean `required`?',
  kind: 'invalid_spec',
};
const manifest = `[project]
name = "shop"
revision = "1.0"

[profiles.default]
DATABASE_URL = { requred = true, description = "Main database" }
API_KEY = { default = "x", required = true }
`;
const render = (
  diagnostics: readonly Diagnostic[],
  files: Readonly<Record<string, string>> = { 'manifest.toml': manifest },
  more = {},
) => renderDiagnostics(diagnostics, { locate: locateIn(files), colour: false, ...more });
const shown = (change: Partial<Diagnostic>, files?: Readonly<Record<string, string>>, more = {}) =>
  render([{ ...unknownKey, ...change }], files, more);
/** The excerpt of one line, with the marks below it. */
const excerpt = (line: string, text: string, more = {}) =>
  shown({ at: at('m', text), message: 'here', help: null }, { m: line }, more)
    .split('\n')
    .slice(3, 5)
    .map((one) => one.slice(4));

test('the form of the style guide', () => {
  expect(shown({})).toBe(`error[E0203]: unknown key
  --> manifest.toml:6:18
  |
6 | DATABASE_URL = { requred = true, description = "Main database" }
  |                  ^^^^^^^ \`requred\` is not a key of a secret declaration
  |
  = help: did you mean \`required\`?
`);
});

test('labels stand under their lines, in the order of lines', () => {
  const labels = [
    { at: at('manifest.toml', 'required'), text: 'required here' },
    { at: at('manifest.toml', 'name'), text: 'of this project' },
  ];
  const change = {
    at: at('manifest.toml', 'default = "x"'),
    message: 'a default is never missing',
    labels,
    help: null,
  };
  expect(shown(change)).toBe(`error[E0203]: unknown key
  --> manifest.toml:7:13
  |
2 | name = "shop"
  | ---- of this project
...
7 | API_KEY = { default = "x", required = true }
  |             ^^^^^^^^^^^^^ a default is never missing
  |                            -------- required here
`);
});

test('labels of other files have their own lines, and the frame is as wide as the longest number', () => {
  const files = { 'manifest.toml': manifest, '../base.toml': `${'\n'.repeat(11)}API_KEY = 1` };
  const labels = [
    { at: at('../base.toml', 'API_KEY'), text: 'inherited from here' },
    { at: at('gone.toml', 'x'), text: 'and from here' },
  ];
  expect(
    shown({ at: at('manifest.toml', 'API_KEY'), message: 'declared twice', labels, help: 'keep one' }, files),
  ).toBe(`error[E0203]: unknown key
   ::: gone.toml: and from here
   --> manifest.toml:7:1
   |
7  | API_KEY = { default = "x", required = true }
   | ^^^^^^^ declared twice
   ::: ../base.toml:12:1
   |
12 | API_KEY = 1
   | ------- inherited from here
   |
   = help: keep one
`);
});

test('without a place the message stands alone', () => {
  const change = {
    code: 'W0801',
    severity: 'warning',
    title: 'no default store',
    message: 'nothing is configured',
    at: null,
  } as const;
  expect(
    shown({ ...change, help: 'name one:\ntool config global provider add keyring' }),
  ).toBe(`warning[W0801]: no default store
  nothing is configured
  = help: name one:
      tool config global provider add keyring
`);
});

test('without a known line the file is named', () => {
  expect(shown({ at: at('other.toml', 'x'), message: 'cannot be read', help: null })).toBe(`error[E0203]: unknown key
  --> other.toml
  cannot be read
`);
});

test('a label without a position in the same file is dropped', () => {
  const labels = [{ at: at('manifest.toml', 'nowhere'), text: 'defined here first' }];
  expect(shown({ labels })).toBe(shown({}));
});

test('a line that must not be shown is not', () => {
  const locate: Locate = () => ({
    line: 7,
    column: 3,
    endLine: 7,
    endColumn: 4,
    start: 0,
    end: 0,
    source: null,
    hidden: [],
  });
  expect(renderDiagnostics([unknownKey], { locate, colour: false })).toBe(`error[E0203]: unknown key
  --> manifest.toml:7:3
  \`requred\` is not a key of a secret declaration
  = help: did you mean \`required\`?
`);
});

test('what a store said is quoted after ours', () => {
  expect(shown({ quote: 'denied\n\x1b[31mtry again', help: null }).split('\n').slice(-4)).toEqual([
    '  |',
    '  = says: denied',
    '      \\x1b[31mtry again',
    '',
  ]);
});

test('a value of several lines is underlined to the end of the first', () => {
  expect(excerpt('a = [\n1,\n]', '[\n1,\n]')).toEqual(['a = [', '    ^ here']);
});

test('an empty place gets one mark', () => {
  const locate: Locate = () => ({
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
    start: 0,
    end: 0,
    source: '',
    hidden: [],
  });
  expect(
    renderDiagnostics([{ ...unknownKey, help: null }], { locate, colour: false })
      .split('\n')
      .slice(3, 5),
  ).toEqual(['1 |', '  | ^ `requred` is not a key of a secret declaration']);
});

test.each([
  ['tabs', '\ta\t= bad', 'bad', ['    a    = bad', '           ^^^ here']],
  ['wide characters', '"漢字" = bad', 'bad', ['"漢字" = bad', '         ^^^ here']],
  ['combining marks', 'e\u0301 = bad', 'bad', ['e\u0301 = bad', '    ^^^ here']],
  ['controls', '\x1b[31m = bad', 'bad', ['\\x1b[31m = bad', '           ^^^ here']],
  ['directions', '\u202e = bad', 'bad', ['<U+202E> = bad', '           ^^^ here']],
  ['passwords', 'a = "v://u:pass@h" bad', 'bad', ['a = "v://u:***@h" bad', '                  ^^^ here']],
  ['a password itself', 'a = "v://u:pass@h"', '"v://u:pass@h"', ['a = "v://u:***@h"', '    ^^^^^^^^^^^^^ here']],
  ['references', 'a = "p://${U}:${P}@h"', '${P}', ['a = "p://${U}:${P}@h"', '              ^^^^ here']],
])('%s are shown so that the mark is right', (_, line, text, lines) => expect(excerpt(line, text)).toEqual(lines));

test('a long line is cut around the mark', () => {
  const [line = '', mark = ''] = excerpt(`${'a'.repeat(1_000)}BAD${'b'.repeat(1_000)}`, 'BAD');
  expect(line).toHaveLength(200);
  expect(line).toMatch(/^…a+BADb+…$/);
  expect(mark.indexOf('^^^')).toBe(line.indexOf('BAD'));
});
test('a line just too long is cut at one end', () => {
  expect(excerpt(`BAD${'b'.repeat(198)}`, 'BAD')[0]).toBe(`BAD${'b'.repeat(195)}…`);
  expect(excerpt(`${'b'.repeat(198)}BAD`, 'BAD')[0]).toBe(`…${'b'.repeat(195)}BAD`);
  expect(excerpt(`${'b'.repeat(197)}BAD`, 'BAD')[0]).toBe(`${'b'.repeat(197)}BAD`);
});
test('a narrow terminal cuts sooner', () => {
  const [line = ''] = excerpt(`${'a'.repeat(100)}BAD${'b'.repeat(100)}`, 'BAD', { width: 60 });
  expect(line).toHaveLength(52);
});

test('findings come in the order of files, lines and columns; those without a place last', () => {
  const files = { 'a.toml': 'x y\nz', 'b.toml': 'x' };
  const places = [
    null,
    at('b.toml', 'x'),
    at('a.toml', 'z'),
    at('a.toml', 'y'),
    at('a.toml', 'x'),
    at('a.toml', 'nowhere'),
  ];
  const order = (more: object) =>
    render(
      places.map((place) => ({ ...unknownKey, at: place, message: '' })),
      files,
      more,
    )
      .split('\n')
      .flatMap((line) => (line.includes('-->') ? [line.replace('--> ', '').trim()] : []));
  expect(order({})).toEqual(['a.toml', 'a.toml:1:1', 'a.toml:1:3', 'a.toml:2:1', 'b.toml:1:1']);
  expect(order({ files: ['b.toml'] })[0]).toBe('b.toml:1:1');
});

test('more than fifty of one code are counted', () => {
  const text = render([...Array.from({ length: 57 }, () => ({ ...unknownKey })), { ...unknownKey, code: 'E0204' }]);
  expect(text.match(/^error\[E0203\]: unknown key$/gm)).toHaveLength(50);
  expect(text.match(/^error\[E0204\]: unknown key$/gm)).toHaveLength(1);
  expect(text.endsWith('\n\nerror[E0203]: unknown key: 7 more\n')).toBe(true);
});

test('findings are a blank line apart', () =>
  expect(render([unknownKey, unknownKey])).toBe(`${render([unknownKey])}\n${render([unknownKey])}`));
test('nothing found, nothing said', () => expect(render([])).toBe(''));

test('colour changes nothing but colour', () => {
  const coloured = shown({}, undefined, { colour: true });
  expect(coloured).toContain('\x1b[1;31merror[E0203]\x1b[0m');
  expect(coloured.replace(/\x1b\[[0-9;]*m/g, '')).toBe(shown({}));
});

// What a manifest, a store and a file system may do to a view.
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '\x1b]0;x\x07',
    '\n',
    '\u202e',
    'x'.repeat(5_000),
    '\u0301'.repeat(5_000),
    '\x1b'.repeat(2_000),
    '\n'.repeat(2_000),
    '漢'.repeat(2_000),
    '😀'.repeat(2_000),
  ),
);
const place = fc.record({ file: text, path: fc.constant([]), part: fc.constant('key' as const) });
const diagnostic = fc.record({
  code: fc.constant('E0203'),
  severity: fc.constantFrom('error' as const, 'warning' as const),
  title: fc.constant('unknown key'),
  message: text,
  at: fc.option(place),
  about: fc.constant(null),
  labels: fc.array(fc.record({ at: place, text }), { maxLength: 12 }),
  quote: fc.option(text),
  help: fc.option(text),
  kind: fc.constant('invalid_spec' as const),
});
const position = fc.tuple(
  fc.nat(6_000),
  fc.nat(6_000),
  fc.nat(2),
  fc.integer({ min: 1, max: 20_000_000 }),
  fc.array(text, { maxLength: 3 }),
);

test('whatever is in it, a finding is short and acts on nothing', () => {
  fc.assert(
    fc.property(diagnostic, position, fc.boolean(), (finding, [column, length, lines, line, source], colour) => {
      const locate: Locate = () => ({
        line,
        column: column + 1,
        endLine: line + lines,
        endColumn: column + 1 + length,
        start: 0,
        end: 0,
        source: source.join('').replaceAll('\n', ' '),
        hidden: [],
      });
      const rendered = renderDiagnostics([finding], { locate, colour });
      // The bound of a block does not count the line end after it.
      expect(rendered.length).toBeLessThanOrEqual(4_000);
      const plain = colour ? rendered.replace(/\x1b\[[0-9;]*m/g, '') : rendered;
      expect(plain).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\p{Bidi_Control}]/u);
      expect(rendered.endsWith('\n')).toBe(true);
    }),
    { numRuns: tried(500) },
  );
});

test('the only label is left out if there is no room for it', () => {
  const long = 'x'.repeat(5_000);
  const finding = { ...unknownKey, at: null, message: long, quote: long, help: long };
  const labels = [{ at: { file: long, path: [], part: 'key' as const }, text: long }];
  const locate: Locate = () => ({
    line: 20_000_000,
    column: 1,
    endLine: 20_000_000,
    endColumn: 2,
    start: 0,
    end: 0,
    source: long,
    hidden: [],
  });
  const rendered = renderDiagnostics([{ ...finding, labels }], { locate, colour: true });
  expect(rendered.length).toBeLessThanOrEqual(4_000);
  expect(rendered).toContain('1 more place');
});

test('a line of millions of characters is shown around its mark', () => {
  const source = `${'😀'.repeat(2_000_000)}BAD${'a'.repeat(2_000_000)}`;
  const locate: Locate = () => ({
    line: 1,
    column: 2_000_001,
    endLine: 1,
    endColumn: 2_000_004,
    start: 0,
    end: 0,
    source,
    hidden: [],
  });
  expect(renderDiagnostics([unknownKey], { locate, colour: false })).toContain('😀BADaaa');
});
