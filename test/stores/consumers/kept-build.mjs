/** What a bundler makes of the library, kept until the library, the program or the bundler changes: minifying takes minutes. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT } from '../shared/installed.mjs';

/** The folder that `build` has filled with what it makes of these texts; it is called only if there is none yet. */
export async function keptBuild(name, texts, build) {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  const place = join(KEPT, `${name}-${hash}`);
  if (existsSync(place)) return place;
  mkdirSync(KEPT, { recursive: true });
  const made = `${place}.${process.pid}`;
  try {
    await build(made);
    const isOlder = (entry) => entry.startsWith(`${name}-`) && !entry.includes('.');
    for (const entry of readdirSync(KEPT).filter(isOlder)) rmSync(join(KEPT, entry), { recursive: true, force: true });
    renameSync(made, place);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  return place;
}

/** The texts of all files in a folder. */
export function textsIn(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]).sort();
}
