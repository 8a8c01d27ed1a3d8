/**
 * The declarations that the library's types are made of, dist/types/: those of dist/runtime/sdk/index.d.ts and of all that they
 * import, with relative imports. The others would be more than half of the files of the package.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './compiled.mjs';

const DIST = join(ROOT, 'dist');
const OUT = join(DIST, 'types');

rmSync(OUT, { recursive: true, force: true });
const open = [join(DIST, 'runtime/sdk/index.d.ts')];
const known = new Set(open);
for (const path of open) {
  const text = readFileSync(path, 'utf8').replace(
    /(\bfrom |\bimport\(|^import )(['"])([.#][^'"]+)\2/gm,
    (_, before, quote, specifier) => {
      const target = targetOf(path, specifier);
      if (!known.has(target)) open.push(target);
      known.add(target);
      return `${before}${quote}${relativeTo(path, target)}${quote}`;
    },
  );
  const copy = join(OUT, relative(DIST, path));
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, text);
}

function targetOf(path, specifier) {
  const module = specifier.startsWith('#') ? join(DIST, specifier.slice(1)) : join(dirname(path), specifier);
  const target = module.replace(/\.js$/, '.d.ts');
  if (!existsSync(target)) throw new Error(`${path} imports ${specifier}, which has no declarations`);
  return target;
}

function relativeTo(path, target) {
  const found = relative(dirname(path), target)
    .replaceAll('\\', '/')
    .replace(/\.d\.ts$/, '.js');
  return found.startsWith('.') ? found : `./${found}`;
}
