/** Names and values reach the programs of stores as data, whatever they look like: shown by what the programs were given. */
import { expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import type { FakeRun } from '../helpers/fake-programs.js';
import { CALL, convention, inShort, native } from '../runtime/providers/open-store.js';
import { eachStore, type FilledStore, type Subject } from './each-store.js';

/** What options, shells, templates, JSON, patterns, paths, formats and references begin with or contain. */
const NAMES = [
  ...['-x', '--help', '--', '-', '--vault=x', '-rf /', '--output=/x', '@/etc/passwd', '~', '../../x', 'a/../b'],
  ...['$(id)', '`id`', 'a;b', 'a|b', 'a&b', '"', "'", '\\', '"; id; "', '${HOME}', '%s', '*', '[x]', 'a?b', 'a=b'],
  ...[
    '{{ op://Private/x/y }}',
    '{"id":"x"}',
    '[',
    'null',
    'two\nlines',
    'a\0b',
    '\x1b[31m',
    '\u202ex',
    'ü',
    'a b',
    'op://a/b/c',
  ],
];
const VALUES = [
  ...[
    '-canary',
    '--canary',
    '--canary=1',
    '@canary',
    '"canary\'',
    'canary\ncanary',
    '\ncanary',
    'canary\\',
    'canary=1',
  ],
  ...[
    '{{ op://Private/canary/x }}',
    '{"canary":1}',
    '["canary"]',
    '*canary*',
    '$(canary)',
    '`canary`',
    '%canary',
    '${canary}',
  ],
];

/** The runs of programs that are functions; null: the store of this world starts none. */
function runsOf({ ports }: FilledStore): readonly FakeRun[] | null {
  return 'runs' in ports.programs ? (ports.programs.runs as readonly FakeRun[]) : null;
}

/** With the name in each place that the store has one for. */
function addressesOf({ abilities }: Subject, name: string): readonly At[] {
  const places = Object.keys(abilities.coordinates);
  const fielded = { ...native('tool/demo/default/HELD'), field: name } as At;
  return [
    native(name),
    ...(places.includes('field') ? [fielded, { ...native(name), field: name } as At] : []),
    ...(places.includes('section') ? [{ ...fielded, section: name } as At] : []),
    ...(places.includes('vault') ? [{ ...fielded, vault: name } as At] : []),
  ];
}

/** Options of these programs that take the word after them, whatever it begins with. */
const VALUED = ['--account', '--vault'];

/** Whether a program can only take the word for a name: it follows `--`, or an option whose value it is. */
function isData(words: readonly string[], at: number): boolean {
  const end = words.indexOf('--');
  return (end !== -1 && end < at) || VALUED.includes(words[at - 1] ?? '');
}

/** Words that a program may take for an option, and that only the name of an entry can have brought. */
function mistakable(runs: readonly FakeRun[], names: readonly string[]): readonly string[] {
  const dashed = names.filter((name) => /^-./.test(name) && name !== '--');
  return runs.flatMap(({ words }) => words.filter((word, at) => dashed.includes(word) && !isData(words, at)));
}

const isProgram = ({ world }: Subject) => world.programs !== undefined;

eachStore((subject) => {
  test('names, fields, sections and vaults are data', async () => {
    const held = await subject.fresh();
    const runs = runsOf(held);
    if (runs === null || !subject.abilities.read) return;
    for (const name of NAMES) for (const at of addressesOf(subject, name)) await held.store.read([at], CALL);
    await held.store.read(
      NAMES.flatMap((name) => addressesOf(subject, name)),
      CALL,
    );
    expect(mistakable(runs, NAMES)).toEqual([]);
    expect(runs.flatMap(({ words }) => words.filter((word) => word.includes('\0')))).toEqual([]);
    expect((await held.store.read([held.held], CALL)).map(inShort)).toEqual(['found canary-value']);
  });

  test('values are in no argument, and come back as they are', async () => {
    const held = await subject.fresh();
    const runs = runsOf(held);
    if (runs === null || held.store.write === undefined) return;
    const values = VALUES.filter((value) => !subject.refuses(Buffer.from(value)));
    const keys = values.map((_, index) => `KEY${index}`);
    const entries = values.map((value, index) => ({
      at: convention(keys[index] ?? ''),
      value: SecretValue.fromText(value),
    }));
    const written = await held.store.write(entries, CALL);
    // Once more, because a value that exists is changed in another way.
    const changed = await held.store.write(entries.toReversed(), CALL);
    expect(new Set([...written, ...changed].map(({ kind }) => kind))).toEqual(new Set(['written']));
    const named = NAMES.map((name) => ({ at: native(name), value: SecretValue.fromText('canary') }));
    await held.store.write(named, CALL);
    expect(runs.filter(({ words }) => words.some((word) => word.includes('canary')))).toEqual([]);
    expect(mistakable(runs, NAMES)).toEqual([]);
    if (!subject.abilities.read) return;
    const read = await held.store.read(keys.map(convention), CALL);
    expect(read.map(inShort)).toEqual(values.map((value) => `found ${value}`));
  });
}, isProgram);
