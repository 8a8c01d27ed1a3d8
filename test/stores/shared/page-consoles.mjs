/**
 * The consoles of pages that need other programs, typed as they are shown: those whose blocks say `suite=NAME`, in the folders that the
 * blocks before them have filled.
 */
import { deepStrictEqual, ok } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blocksOf, commandsOf, patternOf } from '../../../dist/test/helpers/doc-blocks.js';

const ROOT = join(import.meta.dirname, '../../..');
const LONGEST_MS = 300_000;

/** A case for each console of this suite. `written`: what a file of a page is in the folder; `prepare`: what a new folder gets. */
export function pageCases(suite, { root, environment, written = (_path, text) => text, prepare = () => {} }) {
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  return Object.assign({}, ...pages.map(casesOf));

  function casesOf(page) {
    const blocks = blocksOf(readFileSync(join(ROOT, 'docs', page), 'utf8'));
    if (!blocks.some(isOurs)) return {};
    const world = join(root, page);
    cpSync(join(ROOT, 'docs/examples'), world, { recursive: true });
    return Object.fromEntries(
      blocks.flatMap((block, index) => {
        if (!isOurs(block)) return [];
        const folder = block.attributes.get('in');
        const before = blocks.slice(0, index).filter(({ attributes }) => attributes.get('in') === folder);
        return [[`docs/${page} line ${block.line}`, () => judge(block, before, join(world, folder))]];
      }),
    );
  }

  function isOurs({ language, attributes }) {
    return language === 'console' && attributes.get('suite') === suite;
  }

  /** Writes the files that the page shows before the console, and types what it shows. */
  function judge(block, before, folder) {
    if (mkdirSync(folder, { recursive: true }) !== undefined) prepare(folder);
    for (const { attributes, text } of before) {
      const path = attributes.get('file');
      if (path === undefined) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), written(path, text));
    }
    const steps = commandsOf(block);
    ok(steps.length > 0);
    for (const [index, { command, output }] of steps.entries()) {
      const ran = typed(command, folder);
      ok(patternOf(output).test(ran.output), `${command} printed\n${ran.output}`);
      const status = index === steps.length - 1 ? Number(block.attributes.get('exit') ?? 0) : 0;
      deepStrictEqual({ command, status: ran.status }, { command, status });
    }
  }

  function typed(command, cwd) {
    const { status, signal, stdout } = spawnSync('bash', ['-c', `{ ${command}\n} 2>&1`], {
      cwd,
      env: environment,
      timeout: LONGEST_MS,
      killSignal: 'SIGKILL',
    });
    return { status: status ?? signal, output: String(stdout) };
  }
}
