/** Runs every golden case of the command line: files and commands give what a person sees, and the exit code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { commands } from '#runtime/cli/commands.js';
import { casesOf, expectGolden, filesBelow, GOLDEN, readTexts } from './helpers/golden.js';
import { type CliWorld, openCli } from './helpers/run-cli.js';

const GIVEN = ['stdout.txt', 'stderr.txt', 'exit.txt'];
const ABOUT_THE_CASE = [...GIVEN, 'command.txt', 'environment.txt', 'before.sh'];

const cases = casesOf('cli', 'command.txt');
/** How long one case may take on a busy machine. */
const PATIENCE_MS = 60_000;

describe('golden/cli', () => {
  test.concurrent.each(cases)(
    '%s',
    async (name) => {
      const folder = join(GOLDEN, 'cli', name);
      const world = openCli(environmentOf(folder));
      try {
        for (const file of filesBelow(folder)) copyInto(world, folder, file);
        await prepare(world, folder);
        expectGolden('cli', name, await outputsOf(world, linesOf(folder, 'command.txt')), GIVEN);
      } finally {
        world.remove();
      }
    },
    PATIENCE_MS,
  );

  test('shows the help of every command', () => {
    const shown = cases.map((name) => readTexts(join(GOLDEN, 'cli', name))['stdout.txt'] ?? '').join('\n');
    expect(Object.keys(commands).filter((name) => !shown.includes(`\nusage: tool ${name} `))).toEqual([]);
  });

  test('holds nothing that belongs to no case', () => {
    const strangers = filesBelow(join(GOLDEN, 'cli')).filter(
      (file) => !cases.some((name) => file.startsWith(`${name}/`)),
    );
    expect(strangers).toEqual([]);
  });
});

/** Files below `home/` go to the home folder, all others into the working folder. */
function copyInto(world: CliWorld, folder: string, file: string): void {
  if (ABOUT_THE_CASE.includes(file)) return;
  world.write(file.replace(/^home\//u, '~/'), readFileSync(join(folder, file)));
}

/** `before.sh` makes what plain files cannot hold: bytes, modes, links. */
async function prepare(world: CliWorld, folder: string): Promise<void> {
  const script = linesOf(folder, 'before.sh').join('\n');
  if (script === '') return;
  const { status, stderr } = await world.run(script);
  if (status !== 0) throw new Error(`before.sh failed: ${stderr}`);
}

/** What the command printed; of several, each behind its own line. */
async function outputsOf(world: CliWorld, lines: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const outputs = { 'stdout.txt': '', 'stderr.txt': '', 'exit.txt': '' };
  for (const line of lines) {
    const { stdout, stderr, status } = await world.run(line);
    const shown = (text: Buffer) => shownOf(line, world.neutral(text.toString('utf8')), lines.length === 1);
    outputs['stdout.txt'] += shown(stdout);
    outputs['stderr.txt'] += shown(stderr);
    outputs['exit.txt'] += `${status}\n`;
  }
  return Object.fromEntries(Object.entries(outputs).filter(([, text]) => text !== ''));
}

function shownOf(line: string, text: string, isAlone: boolean): string {
  if (isAlone || text === '') return text;
  return `$ ${line}\n${text}${text.endsWith('\n') ? '' : '\n'}`;
}

function environmentOf(folder: string): Readonly<Record<string, string>> {
  const pairs = linesOf(folder, 'environment.txt').map((line) => line.split(/=(.*)/su, 2));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

/** Nothing where the case has no such file. */
function linesOf(folder: string, file: string): readonly string[] {
  const isThere = filesBelow(folder).includes(file);
  return isThere
    ? readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}
