/** Golden cases: folders of inputs and of what they give. `GOLDEN_UPDATE=1` writes what is given. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import { withoutProviderLists } from './provider-lists.js';

export const GOLDEN = fileURLToPath(new URL('../../../golden', import.meta.url));
const isUpdate = process.env['GOLDEN_UPDATE'] === '1';

/** Folders below `golden/<stage>` that hold the given input file, as paths relative to the stage. */
export function casesOf(stage: string, input = 'manifest.toml'): readonly string[] {
  const root = join(GOLDEN, stage);
  return filesBelow(root)
    .filter((file) => file.split('/').at(-1) === input)
    .map((file) => file.split('/').slice(0, -1).join('/'))
    .filter((name, _index, names) => !names.some((other) => other !== name && name.startsWith(`${other}/`)))
    .sort();
}

/** Every file below a folder, as POSIX paths relative to it. */
export function filesBelow(folder: string): readonly string[] {
  const walk = (at: string): string[] =>
    readdirSync(at).flatMap((name) => {
      const path = join(at, name);
      return statSync(path).isDirectory() ? walk(path) : [relative(folder, path).replaceAll('\\', '/')];
    });
  return walk(folder).sort();
}

/** Files of a stage that are neither inputs nor something that a case gives. */
export function strangersIn(stage: string, known: readonly string[]): readonly string[] {
  return filesBelow(join(GOLDEN, stage)).filter((file) => !known.includes(file.split('/').slice(2).join('/')));
}

export function readTexts(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(filesBelow(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/** Compares what a case gives with what lies there; a file that nobody gives any more fails, too. */
export function expectGolden(
  stage: string,
  name: string,
  given: Readonly<Record<string, string>>,
  mayGive: readonly string[],
): void {
  const folder = join(GOLDEN, stage, name);
  for (const file of mayGive) {
    const path = join(folder, file);
    const text = given[file] === undefined ? undefined : withoutProviderLists(given[file]);
    if (isUpdate) update(path, text);
    expect({ file: `${stage}/${name}/${file}`, text: readOrNull(path) }).toEqual({
      file: `${stage}/${name}/${file}`,
      text: text ?? null,
    });
  }
}

function update(path: string, text: string | undefined): void {
  if (text === undefined) rmSync(path, { force: true });
  else {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
