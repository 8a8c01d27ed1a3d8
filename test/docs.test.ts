/**
 * The documentation is executed: consoles are typed and must print what the page shows, manifests must compile, and a block that
 * is neither must say why (`not-run="…"`). `…` on a page stands for any text of a line, and alone on a line for any lines.
 *
 * Info strings: `console` (`exit=N`: the status of its last command), `toml` (`refused=CODE`, `user-configuration`), `file=PATH`
 * (written for the commands below it), `in=PLACE` (a folder of docs/examples, or an empty one), `with=PROGRAM` (a fake of
 * `test/stores/fakes/`, which is in the `PATH` from there on, or started), and `suite=NAME` (a console that needs programs which may be missing:
 * `test/stores/NAME.mjs` runs it, in `.ci/run`).
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { compile, readUserConfig } from '#compiler/index.js';
import { commands } from '#runtime/cli/commands.js';
import * as exitCodes from '#runtime/cli/exit-codes.js';
import { providers } from '#schemas/providers/index.js';
import { secretTypes } from '#schemas/secret-types/index.js';
import { completedManifest } from './helpers/completed-manifest.js';
import { blocksOf, commandsOf, type DocBlock, linksOf, patternOf } from './helpers/doc-blocks.js';
import { type DocShell, openDocShell } from './helpers/doc-shell.js';
import { filesBelow } from './helpers/golden.js';
import { memoryHost } from './helpers/memory-host.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const pages = [
  'README.md',
  ...filesBelow(join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];
/** Examples that derive a key from a password take seconds. */
const SLOWEST_MS = 60_000;
const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8');

describe.each(pages)('%s', (page) => {
  let shell: DocShell;
  beforeAll(() => {
    shell = openDocShell();
  });
  afterAll(() => shell.remove());

  for (const block of blocksOf(textOf(page))) {
    test(`line ${block.line}: ${titleOf(block)}`, () => judge(block, shell), SLOWEST_MS);
  }

  test('has links that lead somewhere', () => {
    const lost = linksOf(textOf(page)).filter((target) => !existsSync(join(ROOT, dirname(page), target)));
    expect(lost).toEqual([]);
  });
});

/** Commands of one group share a page, and so do the questions that are asked of a plan. */
function pageOf(command: string): string {
  const [, group] = /^(config|docker|git) /u.exec(command) ?? [];
  if (group !== undefined) return group;
  const isQuestion = /^plan (contacts|cost|graph|policy|simulate|uses|why)$/u.test(command);
  return isQuestion ? 'plan-questions' : command.replaceAll(' ', '-');
}

describe('the pages are complete', () => {
  test.each(Object.entries(commands))('tool %s has one, with all its options', async (name, { load }) => {
    const text = textOf(`docs/commands/${pageOf(name)}.md`);
    const { spec } = await load();
    expect(spec.options.filter((option) => !text.includes(`--${option.name}`))).toEqual([]);
  });

  const stores = Object.values(providers).filter(({ available }) => available);
  test.each(stores.map(({ scheme }) => scheme))('store %s has one', (scheme) => {
    expect(existsSync(join(ROOT, `docs/stores/${scheme}.md`))).toBe(true);
  });

  test.each(['docs/README.md', 'docs/manifest.md'])('%s names every store', (page) => {
    const text = textOf(page);
    expect(stores.map(({ scheme }) => scheme).filter((scheme) => !text.includes(`](stores/${scheme}.md)`))).toEqual([]);
  });

  test.each(Object.values(secretTypes).map(({ type, options }) => [type, Object.keys(options)] as const))(
    'type %s has one, with all its options',
    (type, options) => {
      const text = textOf(`docs/types/${type}.md`);
      expect(options.filter((option) => !text.includes(`| \`${option}\` |`))).toEqual([]);
    },
  );

  test('every exit code is explained', () => {
    const text = textOf('docs/exit-codes.md');
    expect(Object.values(exitCodes).filter((code) => !text.includes(`| ${code} |`))).toEqual([]);
  });
});

async function judge(block: DocBlock, shell: DocShell): Promise<void> {
  const { attributes, language } = block;
  if (attributes.has('not-run')) return expect(attributes.get('not-run')).toMatch(/\w \w/u);
  const suite = attributes.get('suite');
  if (suite !== undefined && language === 'console')
    return expect(textOf('.ci/run')).toContain(`node test/stores/${suite}.mjs`);
  const file = attributes.get('file');
  if (file !== undefined) shell.write(exampleOf(block), file, block.text);
  const program = attributes.get('with');
  if (program !== undefined) await shell.install(program);
  if (language === 'console') return judgeConsole(block, shell);
  if (language === 'toml') return judgeToml(block);
  expect({ block: titleOf(block), isExecuted: file !== undefined }).toEqual({
    block: titleOf(block),
    isExecuted: true,
  });
}

async function judgeConsole(block: DocBlock, shell: DocShell): Promise<void> {
  const steps = commandsOf(block);
  expect(steps.length).toBeGreaterThan(0);
  for (const [index, { command, output }] of steps.entries()) {
    const ran = await shell.run(exampleOf(block), command);
    const status = index === steps.length - 1 ? Number(block.attributes.get('exit') ?? 0) : 0;
    if (!patternOf(output).test(ran.output)) expect(ran.output).toBe(output);
    expect({ command, status: ran.status }).toEqual({ command, status });
  }
}

async function judgeToml(block: DocBlock): Promise<void> {
  const refused = block.attributes.get('refused');
  const codes = block.attributes.has('user-configuration')
    ? userConfigurationCodes(block.text)
    : await manifestCodes(block.text);
  expect(codes).toEqual(refused === undefined ? [] : [refused]);
}

function userConfigurationCodes(text: string): readonly string[] {
  return readUserConfig('config.toml', text).diagnostics.map(({ code }) => code);
}

/** Parts of a manifest are completed: pages need not repeat the project and a profile. */
async function manifestCodes(text: string): Promise<readonly string[]> {
  const { diagnostics } = await compile(memoryHost(completedManifest(text)), 'manifest.toml');
  return [...new Set(diagnostics.map(({ code }) => code))];
}

function exampleOf({ attributes }: DocBlock): string {
  return attributes.get('in') ?? 'work';
}

function titleOf({ language, attributes }: DocBlock): string {
  return [language, ...attributes.keys()].join(' ');
}
