/**
 * Bundles the extension into one file, with the licences of what is in it. The client is of version 9, which speaks all that the
 * server does: 10 adds a fifth to the package, for what no manifest needs.
 */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const { metafile } = await build({
  absWorkingDir: here('.'),
  entryPoints: ['source/extension.ts'],
  outfile: 'dist/extension.js',
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode'],
  // The module builds of the libraries, of which only what is used is kept.
  mainFields: ['module', 'main'],
  metafile: true,
});
copyFileSync(here('../../LICENSE'), here('LICENSE'));

const packages = new Set(
  Object.keys(metafile.inputs).flatMap((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path) ?? []),
);
writeFileSync(here('dist/notices.txt'), [...packages].sort().map(noticeOf).join('\n'));

function noticeOf(folder) {
  const file = readdirSync(here(folder)).find((name) => /^licen[cs]e/iu.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence`);
  const { name, version } = JSON.parse(readFileSync(join(here(folder), 'package.json'), 'utf8'));
  return `${name} ${version}\n\n${readFileSync(join(here(folder), file), 'utf8').trim()}\n`;
}
