/** Folders that use each other in a circle have no first one to read, and none can be understood or moved alone: there are none, types included. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { filesBelow } from './helpers/golden.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Parts whose folders stand on each other; files beside the folders are the entries and what all of them use. */
const PARTS = ['compiler', 'runtime', 'schemas'];

interface Import {
  readonly from: string;
  readonly to: string;
}

/** Read from the sources: in what is compiled, imports of types are gone. */
function importsIn(file: string, text: string): readonly Import[] {
  const named = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([.#][^']+)'/gu);
  return [...named].map(([, name = '']) => ({
    from: file,
    to: name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(file), name),
  }));
}

/** `runtime/http` of `runtime/http/proxy.ts`; null for a file that is in no folder of a part. */
function folderOf(file: string): string | null {
  const [part = '', folder = '', ...rest] = file.split('/');
  return PARTS.includes(part) && rest.length > 0 ? `${part}/${folder}` : null;
}

/** One circle with an import for each of its steps; empty if there is none. */
function circleIn(imports: readonly Import[]): readonly string[] {
  const steps = new Map<string, Map<string, string>>();
  for (const { from, to } of imports) {
    const [source, target] = [folderOf(from), folderOf(to)];
    if (source === null || target === null || source === target) continue;
    const targets = steps.get(source) ?? new Map<string, string>();
    steps.set(source, targets.set(target, `${from} imports ${to}`));
  }
  const closed = new Set<string>();
  const walk = (folder: string, path: readonly string[]): readonly string[] => {
    const start = path.indexOf(folder);
    if (start !== -1) {
      const circle = [...path.slice(start), folder];
      return circle.slice(1).map((target, at) => steps.get(circle[at] ?? '')?.get(target) ?? '');
    }
    if (closed.has(folder)) return [];
    for (const target of steps.get(folder)?.keys() ?? []) {
      const found = walk(target, [...path, folder]);
      if (found.length > 0) return found;
    }
    closed.add(folder);
    return [];
  };
  for (const folder of steps.keys()) {
    const found = walk(folder, []);
    if (found.length > 0) return found;
  }
  return [];
}

test('a circle of folders is found, also one of types alone', () => {
  const sources = {
    'runtime/a/one.ts': "import { x } from '../b/two.js';",
    'runtime/b/two.ts': "import type { Y } from '#runtime/c/three.js';\nimport { z } from './four.js';",
    'runtime/b/four.ts': '',
    'runtime/c/three.ts': "export type Y = typeof import('../a/one.js');",
    'runtime/top.ts': "import '../runtime/a/one.js';",
  };
  const all = Object.entries(sources).flatMap(([file, text]) => importsIn(file, text));
  expect(circleIn(all)).toEqual([
    'runtime/a/one.ts imports runtime/b/two.js',
    'runtime/b/two.ts imports runtime/c/three.js',
    'runtime/c/three.ts imports runtime/a/one.js',
  ]);
  expect(circleIn(all.filter(({ from }) => from !== 'runtime/c/three.ts'))).toEqual([]);
});

test.each(PARTS)('no folders of %s use each other in a circle', (part) => {
  const files = filesBelow(join(ROOT, part)).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(0);
  const texts = files.map((file) => [`${part}/${file}`, readFileSync(join(ROOT, part, file), 'utf8')] as const);
  expect(circleIn(texts.flatMap(([file, text]) => importsIn(file, text)))).toEqual([]);
});
