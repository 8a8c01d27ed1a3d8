import { describe, expect, test } from '@jest/globals';
import type { Candidate } from '#runtime/analysis/completion/candidate.js';
import { type CommandSpec, splitCommand } from '#runtime/cli/arguments.js';
import { commands } from '#runtime/cli/commands.js';
import { type Position, positionOf } from '#runtime/cli/completion/position.js';
import { PLACEHOLDERS, positionalsIn } from '#runtime/cli/completion/value-kinds.js';

const summaries = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
const specs: CommandSpec[] = [];
// One after another: jest cannot import modules that share others at the same time.
for (const { load } of Object.values(commands)) specs.push((await load()).spec);

/** The position at the end of a line; a blank at its end starts a new argument. */
function at(line: string): Position {
  const words = line.split(' ');
  const before = words.slice(0, -1);
  const { command, args } = splitCommand(before, (name) => Object.hasOwn(commands, name));
  const spec = specs.find(({ name }) => name === command);
  return positionOf(before, words.at(-1) ?? '', spec === undefined ? null : { spec, args }, summaries);
}

/** Kinds of what is looked up, and texts of what is known. */
function offersAt(line: string): readonly string[] {
  return at(line).offers.flatMap((offer) => (offer.kind === 'fixed' ? textsOf(offer.candidates) : [`<${offer.kind}>`]));
}

function textsOf(candidates: readonly Candidate[]): readonly string[] {
  return candidates.map(({ text }) => text);
}

const QUESTIONS = Object.keys(commands).flatMap((name) =>
  name.startsWith('plan ') ? [name.slice('plan '.length)] : [],
);

describe('what can be written', () => {
  test.each([
    ['plan ', [...QUESTIONS, '<secrets>']],
    ['plan NAME ', ['<secrets>']],
    ['plan diff ', ['<revisions>']],
    ['plan diff OLD ', ['<revisions>']],
    ['help plan ', QUESTIONS],
    ['-P production plan ', [...QUESTIONS, '<secrets>']],
    ['get ', ['<secrets>']],
    ['set ', ['<secrets>']],
    ['explain ', ['<codes>']],
    ['config global provider add ', ['<aliases>']],
    ['config global provider add team ', ['<stores>']],
    ['config global provider remove ', ['<aliases>']],
    ['config provider login ', ['<aliases>']],
    ['lint ', ['<paths>']],
    ['lint --allow ', ['<warnings>']],
    ['completions ', ['bash', 'elvish', 'fish', 'nushell', 'powershell', 'zsh']],
    ['check --format ', ['text', 'json', 'explain']],
    ['check --format=', ['text', 'json', 'explain']],
    [
      'export --format ',
      ['shell', 'dotenv', 'json', 'gha', 'docker', 'systemd', 'k8s', 'fish', 'nushell', 'powershell', 'csh'],
    ],
    ['plan diff --fail-on ', ['danger', 'review', 'notice']],
    ['schema --config ', ['project', 'global']],
    ['run -P ', ['<profiles>']],
    ['run -Ppro', ['<profiles>']],
    ['run --profile=pro', ['<profiles>']],
    ['check -nP ', ['<profiles>']],
    ['check -nPpro', ['<profiles>']],
    ['--profile ', ['<profiles>']],
    ['run --scope ', ['<scopes>']],
    ['run --provider ', ['<stores>']],
    ['run --reason ', ['<nothing>']],
    ['check --file ', ['<paths>']],
    ['--file=', ['<paths>']],
    ['plan --output ', ['<paths>']],
    ['set NAME --from-file ', ['<paths>']],
    ['run -- ', ['<executables>', '<paths>']],
    ['run -P x -- ', ['<executables>', '<paths>']],
    ['run np', ['<executables>', '<paths>']],
    ['run -- npm ', ['<paths>']],
    ['run npm --profile ', ['<paths>']],
    ['run -- npm -P', ['<paths>']],
    ['run ', ['--']],
    ['get -- ', ['<secrets>']],
    ['get -- --', ['<secrets>']],
  ])('%s', (line, offers) => expect(offersAt(line)).toEqual(offers));

  test('commands, and `help`', () => {
    const firstWords = [...new Set(Object.keys(commands).map((name) => name.split(' ')[0]))];
    for (const line of ['', 'help ', '-P x ']) expect(offersAt(line)).toEqual(expect.arrayContaining(firstWords));
    expect(offersAt('')).toContain('help');
  });

  test('the next word of a name of several words', () => {
    const names = [
      ['config global init', 'make one'],
      ['config provider add', 'add one'],
      ['config provider list', 'list them'],
    ] as const;
    const next = (...before: string[]) => positionOf(before, '', null, names).offers;
    const fixed = (...candidates: Candidate[]) => [{ kind: 'fixed', candidates }];
    expect(next('config')).toEqual(fixed({ text: 'global' }, { text: 'provider' }));
    expect(next('-P', 'x', 'config', 'provider')).toEqual(
      fixed({ text: 'add', description: 'add one' }, { text: 'list', description: 'list them' }),
    );
    expect(next('help', 'config', 'global')).toEqual(fixed({ text: 'init', description: 'make one' }));
  });

  test('options where a command takes no more arguments', () => {
    for (const line of ['export ', 'export x', 'get NAME ', 'set NAME VALUE ', 'nothing '])
      expect(offersAt(line)).toContain('--file');
  });

  test('short options after one dash only', () => {
    expect(offersAt('run -')).toEqual(expect.arrayContaining(['-P', '--profile', '--help']));
    expect(offersAt('run --')).not.toContain('-P');
  });

  test('no option that another command has', () => expect(offersAt('get --')).not.toContain('--scope'));
});

describe('what is already written', () => {
  test.each([
    ['run --profile=pro', '--profile=', 'pro'],
    ['run -Ppro', '-P', 'pro'],
    ['check -nPpro', '-nP', 'pro'],
    ['run --profile pro', '', 'pro'],
    ['get DB', '', 'DB'],
    ['run -P', '', '-P'],
  ])('%s', (line, head, typed) => expect(at(line)).toMatchObject({ head, typed }));
});

describe('what the command line has chosen', () => {
  test.each([
    ['get -P production ', { profile: 'production', file: null }],
    ['-Pproduction get ', { profile: 'production', file: null }],
    ['--file=a.toml get -P x -P y ', { profile: 'y', file: 'a.toml' }],
    ['run -- x -P production --file a ', { profile: null, file: null }],
  ])('%s', (line, chosen) => expect(at(line)).toMatchObject(chosen));

  test('names that are given', () => expect(at('plan A B ').given).toEqual(['A', 'B']));
});

test.each(specs)('every placeholder of `tool $name` is known', ({ synopsis, options, positionals, takesCommand }) => {
  const ofOptions = options.flatMap(({ value, choices }) =>
    value === undefined || choices !== undefined ? [] : [value],
  );
  const isOther = takesCommand === true || positionals.choices !== undefined;
  const names = [...ofOptions, ...(isOther ? [] : positionalsIn(synopsis).map((name) => name.replace('…', '')))];
  expect(names.filter((name) => !PLACEHOLDERS.has(name))).toEqual([]);
});

test.each([
  ['NAME... | --all [OPTIONS]', ['NAME…']],
  ['[NAME…] [--verbose] [--format text|json | --hash | --output FILE]', ['NAME…']],
  ['NAME [VALUE | --from-file PATH] [OPTIONS]', ['NAME', 'VALUE']],
  ['FROM [--delete-source] [OPTIONS]', ['FROM']],
  ['[--config project|global | --profile NAME]', []],
])('the arguments in %s', (synopsis, names) => expect(positionalsIn(synopsis)).toEqual(names));

test('every command that takes arguments shows them in its synopsis', () => {
  const takes = specs.filter(({ positionals, takesCommand }) => positionals.most > 0 && takesCommand !== true);
  expect(takes.filter(({ synopsis }) => positionalsIn(synopsis).length === 0).map(({ name }) => name)).toEqual([]);
});
